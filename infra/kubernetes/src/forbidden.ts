import type { Manifest } from './manifest.ts'

/** A deployment, as far as it is broken here. */
type Pod = {
  hostNetwork?: boolean
  securityContext: Record<string, unknown>
  volumes: Record<string, unknown>[]
  containers: {
    securityContext: { capabilities: Record<string, unknown>; [key: string]: unknown }
    resources: Record<string, unknown>
    [key: string]: unknown
  }[]
}
type Change = { what: string; change: (pod: Pod, deployment: Record<string, unknown>) => void }

const containerOf = (pod: Pod) => {
  const [container] = pod.containers
  if (container === undefined) throw new Error('The deployment has no container.')
  return container
}

/** Changes that the strict schema of a deployment refuses: a field that does not exist, a wrong type. */
export const AGAINST_THE_SCHEMA: Change[] = [
  {
    what: 'a field with a wrong letter',
    change: (pod) => (containerOf(pod).securityContext['readOnlyRootFileSystem'] = true),
  },
  { what: 'a number as text', change: (_, { spec }) => ((spec as { replicas: unknown }).replicas = 'two') },
  { what: 'a field that is not there', change: (pod) => (containerOf(pod)['memory'] = '256Mi') },
  { what: 'a list as text', change: (pod) => (containerOf(pod)['args'] = 'main.mjs') },
]

/** Changes of which the policy `restricted` warns for a deployment, and which it refuses for a pod. */
export const AGAINST_THE_POLICY: Change[] = [
  { what: 'a process that may be root', change: (pod) => delete pod.securityContext['runAsNonRoot'] },
  { what: 'root', change: (pod) => (pod.securityContext['runAsUser'] = 0) },
  { what: 'no seccomp profile', change: (pod) => delete pod.securityContext['seccompProfile'] },
  { what: 'the network of the node', change: (pod) => (pod.hostNetwork = true) },
  {
    what: 'a folder of the node',
    change: (pod) => pod.volumes.push({ name: 'node', hostPath: { path: '/etc' } }),
  },
  {
    what: 'more privileges than its parent',
    change: (pod) => (containerOf(pod).securityContext['allowPrivilegeEscalation'] = true),
  },
  {
    what: 'a privileged container',
    change: (pod) => (containerOf(pod).securityContext['privileged'] = true),
  },
  {
    what: 'capabilities that are kept',
    change: (pod) => (containerOf(pod).securityContext.capabilities = {}),
  },
  {
    what: 'a capability that is added',
    change: (pod) => (containerOf(pod).securityContext.capabilities['add'] = ['SYS_ADMIN']),
  },
]

/** A copy of a deployment with one change. */
export function broken(deployment: Manifest, { change }: Change): Manifest {
  const copy = structuredClone(deployment)
  change((copy['spec'] as { template: { spec: Pod } }).template.spec, copy)
  return copy
}
