/** One object of Kubernetes. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; [key: string]: unknown }
} & Record<string, unknown>

export const labelsOf = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'walkon',
})
export const selectorOf = (name: string) => ({ matchLabels: { 'app.kubernetes.io/name': name } })
export const meta = (name: string, owner = name) => ({ name, labels: labelsOf(owner) })

/** Meets the policy `restricted`, with a file system that nothing can change. */
export const POD_SECURITY = {
  runAsNonRoot: true,
  runAsUser: 65_532,
  runAsGroup: 65_532,
  seccompProfile: { type: 'RuntimeDefault' },
}
export const CONTAINER_SECURITY = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

export const secretEnv = (name: string, key: string, from: string) => ({
  name,
  valueFrom: { secretKeyRef: { name: from, key } },
})
