import { entryOf, schemaOf, SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'

type WorkloadName = ServiceName | 'gateway'

/** One deployment: what differs from one to the other. */
export type Workload = {
  name: WorkloadName
  port: number
  operatorPort: number
  /** True if it calls hosts on the internet. */
  callsTheInternet: boolean
  /** Settings of its own that are not secret; those that several share are in the ConfigMap `walkon`. */
  settings: Record<string, string>
  /** Secret settings: each is a key of the Secret of its name. */
  secrets: string[]
  /** The fewest and the most replicas. */
  replicas: { min: number; max: number }
  /** Measured (docs/deployment.md). */
  memory: { request: string; limit: string }
}

const GATEWAY_PORTS = { port: 3000, operatorPort: 3100 }
const DATABASE = 'DATABASE_URL'

type Own = Pick<Workload, 'callsTheInternet' | 'secrets' | 'replicas'> &
  Partial<Pick<Workload, 'settings' | 'memory'>>

/** The default of a service: it does not reach the internet, and its only secret is its database. */
const PLAIN: Own = { callsTheInternet: false, secrets: [], replicas: { min: 2, max: 3 } }

/** Of an alert: notifier's setting, which billing compares with its own. */
const DELIVERY_EXPIRY_MINUTES = '15'

const OWN: Partial<Record<ServiceName, Own>> = {
  identity: { callsTheInternet: false, secrets: ['IDENTITY_KEYS'], replicas: { min: 2, max: 6 } },
  // One replica polls, the others serve boards and take over.
  'park-data': { callsTheInternet: true, secrets: [], replicas: { min: 2, max: 4 } },
  'alert-evaluator': { callsTheInternet: false, secrets: ['TOKEN_KEYS'], replicas: { min: 2, max: 3 } },
  billing: {
    callsTheInternet: true,
    secrets: ['TOKEN_KEYS', 'SALE_KEYS', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'],
    // As long as an alert's messages may take: notifier's expiry and its look-up.
    settings: { ALERT_MESSAGES_MINUTES: '20', DELIVERY_EXPIRY_MINUTES },
    replicas: { min: 2, max: 3 },
  },
  notifier: {
    callsTheInternet: true,
    secrets: [
      'TOKEN_KEYS',
      'POSTMARK_SERVER_TOKEN',
      'POSTMARK_WEBHOOK_USER',
      'POSTMARK_WEBHOOK_PASSWORD',
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'TWILIO_MESSAGING_SERVICE_SID',
    ],
    settings: { DELIVERY_EXPIRY_MINUTES },
    replicas: { min: 2, max: 3 },
    memory: { request: '384Mi', limit: '768Mi' },
  },
  flights: {
    callsTheInternet: true,
    secrets: ['FLIGHTS_KEYS', 'DUFFEL_ACCESS_TOKEN'],
    replicas: { min: 2, max: 3 },
  },
  planner: {
    // The provider of reservations (`RESTAURANTS_API_URL`).
    callsTheInternet: true,
    secrets: ['PLANNER_KEYS', 'SALE_KEYS', 'GATE_PASSWORD'],
    replicas: { min: 2, max: 3 },
  },
}

const MEMORY = { request: '256Mi', limit: '768Mi' }

const toWorkload = (name: ServiceName): Workload => {
  const { port, operatorPort } = entryOf(name)
  const { secrets, settings = {}, memory = MEMORY, ...own } = OWN[name] ?? PLAIN
  return { name, port, operatorPort, ...own, settings, memory, secrets: [DATABASE, ...secrets] }
}

/** Every deployment of the product, the gateway last. */
export const WORKLOADS: Workload[] = [
  ...SERVICE_NAMES.map(toWorkload),
  {
    name: 'gateway',
    ...GATEWAY_PORTS,
    callsTheInternet: false,
    settings: Object.fromEntries(
      SERVICE_NAMES.map((name) => [
        `${schemaOf(name).toUpperCase()}_URL`,
        `http://${name}:${entryOf(name).port}`,
      ]),
    ),
    secrets: [],
    replicas: { min: 2, max: 10 },
    // Room for `STREAMS_IN_ALL` streams and some more: a test compares them.
    memory: { request: '384Mi', limit: '768Mi' },
  },
]
