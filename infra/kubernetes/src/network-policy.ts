import { SERVICE_NAMES } from '@walkon/contracts/services'
import { meta, selectorOf, type Manifest } from './manifest.ts'
import type { Workload } from './workloads.ts'

const pods = (name: string) => ({ podSelector: selectorOf(name) })
const tcp = (...ports: (number | string)[]) => ports.map((port) => ({ protocol: 'TCP', port }))
/** Operators label the namespaces of their own parts. */
const namespaceWith = (part: string) => ({
  namespaceSelector: { matchLabels: { [`walkon.example/${part}`]: 'true' } },
})
const INTERNET = {
  ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'] },
}

/** Only the arrows of docs/architecture.md. */
export function toNetworkPolicy({ name, callsTheInternet }: Workload): Manifest {
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
        // OTLP over HTTP.
        { to: [namespaceWith('telemetry')], ports: tcp(4318) },
        ...(isGateway ? [{ to: SERVICE_NAMES.map(pods), ports: tcp('http') }] : []),
        ...(callsTheInternet ? [{ to: [INTERNET], ports: tcp(443) }] : []),
      ],
    },
  }
}
