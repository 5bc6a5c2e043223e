/**
 * The registry of services. It makes the local run, the deployed run, the gateway's routes and settings, the access to data exports and the
 * tests of all services (docs/decisions/registry-of-services.md).
 */
type ServiceEntry = {
  /** The gateway's prefix for the service. The service's own routes do not have it. */
  address: `/api/${string}`
  /** The port on which it listens unless `PORT` says otherwise. */
  port: number
  /** The port of its probes and metrics unless `OPERATOR_PORT` says otherwise. */
  operatorPort: number
  /** True if the account page includes the service's `GET /export` in the visitor's data. */
  keepsPersonalData: boolean
  /** Routes of another method than GET that change nothing, as `POST /quotes`: the gateway counts them as reads. */
  reads?: readonly `POST /${string}`[]
  /**
   * Writes that the gateway counts apart, because each is proved by a sealed token and thousands may come from one network: paths of the
   * service.
   */
  receipts?: readonly `/${string}`[]
  /** Routes that are live streams, with the snapshot that a later viewer is sent first. */
  streams?: readonly { path: `/${string}`; snapshot: 'board' | 'first-event' }[]
  /** The one service that reads and sets cookies. Nothing of it is shared among visitors. */
  ownsCookies?: true
}

/** The support desk's requests to each service that knows visitors. */
const DESK_READS = ['POST /visitors/find', 'POST /visitors/read'] as const

export const SERVICES = {
  identity: {
    address: '/api/identity',
    port: 3001,
    operatorPort: 3101,
    keepsPersonalData: true,
    reads: ['POST /users/look-up', ...DESK_READS],
    ownsCookies: true,
  },
  'park-data': {
    address: '/api/parks',
    port: 3002,
    operatorPort: 3102,
    keepsPersonalData: false,
    streams: [{ path: '/:parkId/live/stream', snapshot: 'board' }],
  },
  'alert-evaluator': {
    address: '/api/alerts',
    port: 3003,
    operatorPort: 3103,
    keepsPersonalData: true,
    reads: DESK_READS,
  },
  billing: {
    address: '/api/billing',
    port: 3004,
    operatorPort: 3104,
    keepsPersonalData: true,
    reads: ['POST /activations/link', 'POST /quotes', ...DESK_READS],
  },
  notifier: {
    address: '/api/notifications',
    port: 3005,
    operatorPort: 3105,
    keepsPersonalData: true,
    reads: ['POST /devices/current', 'POST /suppressions/look-up', ...DESK_READS],
    receipts: ['/pushes/*'],
  },
  rankings: { address: '/api/rankings', port: 3006, operatorPort: 3106, keepsPersonalData: true },
  flights: {
    address: '/api/flights',
    port: 3007,
    operatorPort: 3107,
    keepsPersonalData: true,
    reads: ['POST /alerts/link'],
  },
  planner: {
    address: '/api/planner',
    port: 3008,
    operatorPort: 3108,
    keepsPersonalData: true,
    reads: [
      'POST /lightning-lane/invitations/link',
      'POST /lightning-lane/sales',
      'POST /restaurant-alerts/link',
      'POST /visitors/read',
    ],
    streams: [{ path: '/lightning-lane/readings/stream', snapshot: 'first-event' }],
  },
} as const satisfies Record<string, ServiceEntry>

/** Never rename a service: the name is its consumer group, the CloudEvents `source` of its events and its name in logs. */
export type ServiceName = keyof typeof SERVICES

const isServiceName = (name: string): name is ServiceName => Object.hasOwn(SERVICES, name)

export const SERVICE_NAMES = Object.keys(SERVICES).filter(isServiceName)

/** The entry of a service, with what only some entries say. */
export const entryOf = (name: ServiceName): ServiceEntry => SERVICES[name]

/** A value for each service. */
export function perService<Value>(valueOf: (name: ServiceName) => Value): Record<ServiceName, Value> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [name, valueOf(name)])) as Record<ServiceName, Value>
}

/** The PostgreSQL schema and role of a service. */
export const schemaOf = (service: ServiceName): string => service.replaceAll('-', '_')
