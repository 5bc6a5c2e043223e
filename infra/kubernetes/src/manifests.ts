import {
  CONTAINER_SECURITY,
  labelsOf,
  meta,
  POD_SECURITY,
  secretEnv,
  selectorOf,
  type Manifest,
} from './manifest.ts'
import { toNetworkPolicy } from './network-policy.ts'
import { toScaling } from './scaling.ts'
import { WORKLOADS, type Workload } from './workloads.ts'

const plainEnv = (settings: Record<string, string>) =>
  Object.entries(settings).map(([name, value]) => ({ name, value }))

/** The files of the base by name: what runs while the product runs. */
export function toBase(): Record<string, Manifest[]> {
  return Object.fromEntries(
    WORKLOADS.map((workload) => [`${workload.name}.yaml`, toWorkloadManifests(workload)]),
  )
}

function toWorkloadManifests(workload: Workload): Manifest[] {
  return [
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: meta(workload.name),
      automountServiceAccountToken: false,
    },
    toDeployment(workload),
    toService(workload),
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: meta(workload.name),
      spec: { maxUnavailable: 1, selector: selectorOf(workload.name) },
    },
    toScaling(workload),
    toNetworkPolicy(workload),
  ]
}

function toDeployment(workload: Workload): Manifest {
  const { name } = workload
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta(name),
    // The autoscaler owns the number of replicas: a release that names one would scale the fleet down.
    spec: {
      revisionHistoryLimit: 5,
      selector: selectorOf(name),
      // A new replica must be ready before an old one stops: a rollout that fails leaves the old release serving.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      template: {
        metadata: { labels: labelsOf(name) },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: POD_SECURITY,
          // A process finishes what it has within 20 seconds, after the pause of preStop.
          terminationGracePeriodSeconds: 30,
          topologySpreadConstraints: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map(
            (topologyKey) => ({
              maxSkew: 1,
              topologyKey,
              whenUnsatisfiable: 'ScheduleAnyway',
              labelSelector: selectorOf(name),
            }),
          ),
          containers: [toContainer(workload)],
          volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
        },
      },
    },
  }
}

const toService = ({ name, port, operatorPort }: Workload): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: meta(name),
  spec: {
    selector: selectorOf(name).matchLabels,
    ports: [
      { name: 'http', port, targetPort: 'http' },
      { name: 'operator', port: operatorPort, targetPort: 'operator' },
    ],
  },
})

const probe = (path: string) => ({ httpGet: { path, port: 'operator' } })

/** Keys that several services share. */
const SHARED_KEYS = ['TOKEN_KEYS', 'SALE_KEYS']

const toContainer = ({ name, port, operatorPort, settings, secrets, memory }: Workload) => ({
  name,
  image: `walkon-${name}`,
  ports: [
    { name: 'http', containerPort: port },
    { name: 'operator', containerPort: operatorPort },
  ],
  envFrom: [{ configMapRef: { name: 'walkon' } }, ...(name === 'gateway' ? [] : [{ secretRef: { name } }])],
  env: [
    ...plainEnv({ PORT: String(port), OPERATOR_PORT: String(operatorPort), ...settings }),
    secretEnv('REDIS_URL', 'REDIS_URL', 'walkon'),
    ...SHARED_KEYS.filter((key) => secrets.includes(key)).map((key) => secretEnv(key, key, 'walkon')),
  ],
  securityContext: CONTAINER_SECURITY,
  resources: {
    requests: { cpu: '50m', memory: memory.request },
    limits: { cpu: '2', memory: memory.limit },
  },
  // A start on a busy node took two minutes.
  startupProbe: { ...probe('/livez'), periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 90 },
  readinessProbe: { ...probe('/readyz'), periodSeconds: 2, timeoutSeconds: 2 },
  livenessProbe: {
    ...probe('/livez'),
    periodSeconds: 10,
    timeoutSeconds: 2,
    failureThreshold: 3,
  },
  // Endpoints need some seconds to forget a pod; until then requests come to it.
  lifecycle: { preStop: { sleep: { seconds: 5 } } },
  volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
})
