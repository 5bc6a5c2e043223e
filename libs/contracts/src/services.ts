/**
 * The registry of services. The local run, the deployed run, the gateway's routes, the test projects, the contract
 * tests and the web app's data export are made from it: a new service is one entry here, and its folder.
 */
type ServiceEntry = {
  /** Where the gateway serves it; the service itself knows nothing of this prefix. */
  address: `/api/${string}`
  /** The port on which it listens unless `PORT` says otherwise. */
  port: number
  /** Whether its `GET /export` is part of what a visitor downloads as their data. */
  keepsPersonalData: boolean
}

export const SERVICES = {
  identity: { address: '/api/identity', port: 3001, keepsPersonalData: true },
  'park-data': { address: '/api/parks', port: 3002, keepsPersonalData: false },
  'alert-evaluator': { address: '/api/alerts', port: 3003, keepsPersonalData: true },
  billing: { address: '/api/billing', port: 3004, keepsPersonalData: true },
  notifier: { address: '/api/notifications', port: 3005, keepsPersonalData: true },
} as const satisfies Record<string, ServiceEntry>

/** Its consumer group, the CloudEvents `source` of what it publishes and its name in logs: never rename a service. */
export type ServiceName = keyof typeof SERVICES

export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[]

/** The PostgreSQL schema and role of a service. */
export const schemaOf = (service: ServiceName): string => service.replaceAll('-', '_')
