import { SERVICE_NAMES, schemaOf } from '@walkon/contracts/services'
import { WORKLOADS, type Workload } from './workloads.ts'

/** One object of Kubernetes. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; [key: string]: unknown }
} & Record<string, unknown>

const labelsOf = (name: string) => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'walkon' })
const selectorOf = (name: string) => ({ matchLabels: { 'app.kubernetes.io/name': name } })
const meta = (name: string, owner = name) => ({ name, labels: labelsOf(owner) })

/** What the policy `restricted` asks of a pod, and a file system that nothing can change. */
const POD_SECURITY = {
  runAsNonRoot: true,
  runAsUser: 65_532,
  runAsGroup: 65_532,
  seccompProfile: { type: 'RuntimeDefault' },
}
const CONTAINER_SECURITY = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

const secretEnv = (name: string, key: string, from: string) => ({
  name,
  valueFrom: { secretKeyRef: { name: from, key } },
})
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

function toDeployment({ name, port, operatorPort, settings, secrets, replicas, memory }: Workload): Manifest {
  const probe = (path: string) => ({ httpGet: { path, port: 'operator' } })
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta(name),
    spec: {
      // The autoscaler sets it; this is for the first rollout.
      replicas: replicas.min,
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
          containers: [
            {
              name,
              image: `walkon-${name}`,
              ports: [
                { name: 'http', containerPort: port },
                { name: 'operator', containerPort: operatorPort },
              ],
              envFrom: [
                { configMapRef: { name: 'walkon' } },
                ...(name === 'gateway' ? [] : [{ secretRef: { name } }]),
              ],
              env: [
                ...plainEnv({ PORT: String(port), OPERATOR_PORT: String(operatorPort), ...settings }),
                secretEnv('REDIS_URL', 'REDIS_URL', 'walkon'),
                ...(secrets.includes('TOKEN_KEYS') ? [secretEnv('TOKEN_KEYS', 'TOKEN_KEYS', 'walkon')] : []),
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
            },
          ],
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

/** By CPU where requests are the work; by the age and the number of what waits where events are. */
function toScaling({ name, replicas }: Workload): Manifest {
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name }
  if (name === 'gateway' || name === 'identity') {
    return {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: meta(name),
      spec: {
        scaleTargetRef: target,
        minReplicas: replicas.min,
        maxReplicas: replicas.max,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '600m' } },
          },
        ],
        // Streams are long: a fleet that shrinks fast makes everybody connect again.
        behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
      },
    }
  }
  return {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: meta(name),
    spec: {
      scaleTargetRef: { name },
      minReplicaCount: replicas.min,
      maxReplicaCount: replicas.max,
      cooldownPeriod: 600,
      triggers: [
        {
          type: 'prometheus',
          metadata: {
            serverAddress: 'http://prometheus.monitoring:9090',
            query: `max(consumer_lag_messages{service="${name}"})`,
            threshold: '500',
          },
        },
        {
          type: 'prometheus',
          metadata: {
            serverAddress: 'http://prometheus.monitoring:9090',
            query: `max(consumer_lag_seconds{service="${name}"})`,
            threshold: '15',
          },
        },
      ],
    },
  }
}

const pods = (name: string) => ({ podSelector: selectorOf(name) })
const tcp = (...ports: (number | string)[]) => ports.map((port) => ({ protocol: 'TCP', port }))
/** Where the operator's own parts are: label the namespaces. */
const namespaceWith = (part: string) => ({
  namespaceSelector: { matchLabels: { [`walkon.example/${part}`]: 'true' } },
})
const INTERNET = {
  ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'] },
}

/** Only the arrows of docs/architecture.md. */
function toNetworkPolicy({ name, callsTheInternet }: Workload): Manifest {
  const isGateway = name === 'gateway'
  const callers = isGateway ? [namespaceWith('ingress')] : [pods('gateway')]
  const stores = [
    { to: [namespaceWith('redis')], ports: tcp(6379) },
    ...(isGateway
      ? []
      : [
          { to: [namespaceWith('postgres')], ports: tcp(5432) },
          { to: [namespaceWith('kafka')], ports: tcp(9092, 9093) },
        ]),
  ]
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: meta(name),
    spec: {
      ...pods(name),
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        { from: callers, ports: tcp('http') },
        { from: [namespaceWith('monitoring')], ports: tcp('operator') },
      ],
      egress: [
        {
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
          ports: [...tcp(53), { protocol: 'UDP', port: 53 }],
        },
        ...stores,
        ...(isGateway ? [{ to: SERVICE_NAMES.map(pods), ports: tcp('http') }] : []),
        ...(callsTheInternet ? [{ to: [INTERNET], ports: tcp(443) }] : []),
      ],
    },
  }
}

/** What a release runs before its services start: the database, the topics, then each service's migrations. */
export function toReleaseJobs(): Manifest[] {
  return [
    toJob('prepare-database', [
      secretEnv('ADMIN_DATABASE_URL', 'ADMIN_DATABASE_URL', 'release'),
      secretEnv('ALERT_LIFE_DATABASE_URL', 'ALERT_LIFE_DATABASE_URL', 'release'),
      ...SERVICE_NAMES.map((name) =>
        secretEnv(`${schemaOf(name).toUpperCase()}_DATABASE_URL`, 'DATABASE_URL', name),
      ),
    ]),
    toJob('create-topics', [], [{ secretRef: { name: 'create-topics', optional: true } }]),
    ...SERVICE_NAMES.map((name) =>
      toJob(`migrate-${name}`, [secretEnv('DATABASE_URL', 'DATABASE_URL', name)]),
    ),
  ]
}

function toJob(name: string, env: unknown[], secrets: unknown[] = []): Manifest {
  const labels = { ...labelsOf('release'), 'app.kubernetes.io/component': name }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels },
    spec: {
      // A failed job is looked at, not hidden; a good one leaves after a day.
      backoffLimit: 3,
      activeDeadlineSeconds: 1800,
      ttlSecondsAfterFinished: 86_400,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: POD_SECURITY,
          containers: [
            {
              name,
              image: 'walkon-preparation',
              args: [`${name}.mjs`],
              envFrom: [{ configMapRef: { name: 'walkon' } }, ...secrets],
              env,
              securityContext: CONTAINER_SECURITY,
              resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { cpu: '1', memory: '512Mi' } },
            },
          ],
        },
      },
    },
  }
}
