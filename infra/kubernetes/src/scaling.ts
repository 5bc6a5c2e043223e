import { meta, type Manifest } from './manifest.ts'
import type { Workload } from './workloads.ts'

/** Streams take memory and hardly any CPU: at this much a gateway holds about 9,000 of the 20,000 that it admits. */
const GATEWAY_MEMORY = '400Mi'

/** Scales by CPU if requests are the work, the gateway also by the memory of its streams. Scales by the age and number of waiting events otherwise. */
export function toScaling({ name, replicas }: Workload): Manifest {
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
          averageOf('cpu', '600m'),
          ...(name === 'gateway' ? [averageOf('memory', GATEWAY_MEMORY)] : []),
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

const averageOf = (resource: 'cpu' | 'memory', averageValue: string) => ({
  type: 'Resource',
  resource: { name: resource, target: { type: 'AverageValue', averageValue } },
})
