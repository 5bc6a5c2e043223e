import { ALARMS } from './alarms.ts'
import type { Manifest } from './manifest.ts'

const labels = { 'app.kubernetes.io/part-of': 'walkon' }

/** Refuses all traffic that no policy of a workload allows, except that of the jobs of a release. */
export const toDenyAll = (): Manifest => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'deny-all', labels },
  spec: {
    podSelector: {
      matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'NotIn', values: ['release'] }],
    },
    policyTypes: ['Ingress', 'Egress'],
  },
})

/** Prometheus reads each pod at its operator port, which visitors do not reach. */
export const toServiceMonitor = (): Manifest => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: { name: 'walkon', labels },
  spec: {
    selector: { matchLabels: labels },
    endpoints: [{ port: 'operator', path: '/metrics', interval: '15s', scrapeTimeout: '5s' }],
  },
})

export const toAlarms = (): Manifest => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'walkon', labels },
  spec: {
    groups: [
      {
        name: 'walkon',
        rules: ALARMS.map(({ name, severity, advice, runbook, ...condition }) => ({
          alert: `Walkon${name}`,
          ...condition,
          labels: { severity },
          annotations: { description: advice, runbook },
        })),
      },
    ],
  },
})
