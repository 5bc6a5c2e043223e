import { startDeployedProduct } from '@walkon/local/deployed-product'
import { readLocalSettings } from '@walkon/local/settings'
import { buildWebApp } from '@walkon/local/web-build'
import { schemaOf, SERVICE_NAMES } from '@walkon/contracts/services'
import { freePort } from '@walkon/postgres/server'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { inject } from 'vitest'
import { alertsTo, letNextFall, openParks } from '../support/falling-rides.ts'
import { KAFKA_SESSION_TIMEOUT_SECONDS, QUICK_POLLS } from '../support/quick-polls.ts'
import { activateAlerts, aVisitor, createWalkonClient, eventually } from '../support/walkon-client.ts'
import { connectDeliveries } from './deliveries.ts'
import { dropProductDatabase } from './fresh-database.ts'
import { startCompanions, type Companions } from './openings.ts'
import type { Mail } from './promise.ts'
import { startRedisAddress } from './redis-failover.ts'
import { unlessAborted } from './slow-start.ts'

const FIRST_PARK = /Magic Kingdom/
/** Each scenario has up to six rides fall, its second try too, and none falls twice: of 142 rides 129 fall if none is tried again. */
const PARKS = [
  FIRST_PARK,
  /EPCOT/i,
  /^Disneyland$/,
  /Universal Studios Orlando/,
  /Hollywood Studios/,
  /Islands of Adventure/,
  /California Adventure/,
  /Animal Kingdom/,
  /Epic Universe/,
]

/** Waits of production, shortened, in the order that the notifier demands of them. */
const SERVICE_ENVIRONMENT = {
  KAFKA_SESSION_TIMEOUT_SECONDS,
  PROVIDER_TIMEOUT_SECONDS: '3',
  DELIVERY_LEASE_SECONDS: '5',
  LOOKUP_LEAST_WAIT_SECONDS: '4',
  LOOKUP_WAIT_SECONDS: '20',
  TABLE_CHECK_SECONDS: '2',
  TABLE_REQUESTS_PER_MINUTE: '600',
  // With the next one the lease of a trip: 28 seconds.
  CHECK_WAIT_SECONDS: '5',
  DUFFEL_TIMEOUT_SECONDS: '3',
}

const SANDBOX_ENVIRONMENT = {
  // Shorter than the waits above for a search that shows nothing yet.
  POSTMARK_SEARCH_LAG_SECONDS: '2',
  POSTMARK_FAULT_LAG_SECONDS: '12',
  // No receipts: they would settle most doubts before anything is asked for.
  POSTMARK_WEBHOOK_URL: undefined,
}

export type World = Awaited<ReturnType<typeof startWorld>>

/**
 * The deployed product with two replicas of what alerts, visitors in eight parks, rides with long waits that can fall, and visitors who wait
 * for tables, return times and fares. The signal ends a start that takes too long.
 */
export async function startWorld(signal: AbortSignal) {
  const dataDir = await mkdtemp(join(tmpdir(), 'walkon-faults-'))
  await dropProductDatabase(inject('databaseUrl'))
  await buildWebApp(() => {})
  const redis = await startRedisAddress()
  const product = await startProduct(dataDir, redis.url, signal).catch((error: unknown) =>
    redis.close().then(() => Promise.reject(error)),
  )
  const client = createWalkonClient(product.url)
  const deliveries = connectDeliveries(product.databaseUrls['notifier'] ?? '')
  const operatorUrl = operatorUrlOf(product.databaseUrls['notifier'] ?? '')
  let companions: Companions | undefined
  async function stop(): Promise<void> {
    await companions?.close()
    await deliveries.close()
    await product.stop()
    await redis.close()
    if (process.env['KEEP']) process.stdout.write(`The logs are in ${dataDir}\n`)
    else await rm(dataDir, { recursive: true, force: true })
  }
  async function populate() {
    const all = await openParks(client, PARKS)
    companions = await startCompanions(client, product.url, operatorUrl)
    const { rideIds } = companions
    return { companions, rides: all.filter(({ rideId }) => !rideIds.includes(rideId)) }
  }
  const { rides, ...opened } = await unlessAborted(populate(), signal).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const visitors = new Set(rides.flatMap((ride) => ride.visitors))

  return {
    product,
    client,
    visitors,
    deliveries,
    operatorUrl,
    fall: (count: number) => letNextFall(client, rides, count),
    /** A visitor who waits for the ride that falls next. */
    nextToHear: (): string => rides[0]?.visitors[0] ?? '',
    openings: opened.companions,
    mails: async (): Promise<Mail[]> => [
      ...(await alertsTo(client, visitors)),
      ...(await opened.companions.mails()),
    ],
    ...processesOf(product),
    /** One more visitor activates alerts, and is told of the rides that fall from then on. */
    async join(): Promise<void> {
      const park = await client.parkNamed(FIRST_PARK)
      const email = aVisitor('faults')
      await activateAlerts(client, email, park)
      visitors.add(email)
      for (const ride of rides) if (ride.parkId === park.id) ride.visitors.push(email)
    },
    stop,
    failRedisOver: redis.failOver,
    emptyInboxes: () => emptyInboxes(operatorUrl),
  }
}

const OPEN_GATES = { LIGHTNING_LANE_OPEN: 'true', RESTAURANT_ALERTS_OPEN: 'true' }

const startProduct = async (dataDir: string, redisUrl: string, signal: AbortSignal) =>
  startDeployedProduct({
    settings: readLocalSettings({
      ...QUICK_POLLS,
      ...OPEN_GATES,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
    }),
    signal,
    databaseUrl: inject('databaseUrl'),
    kafkaBrokers: inject('kafkaBrokers'),
    redisUrl,
    serviceEnvironment: SERVICE_ENVIRONMENT,
    sandboxEnvironment: SANDBOX_ENVIRONMENT,
    twice: ['alert-evaluator', 'notifier'],
    say: () => {},
  })

const processesOf = ({ processes }: Awaited<ReturnType<typeof startDeployedProduct>>) => ({
  kill(name: string): void {
    const pid = processes[name]?.pid()
    if (pid) process.kill(pid, 'SIGKILL')
  },
  async ready(name: string): Promise<void> {
    if (!processes[name]) throw new Error(`There is no process ${name}`)
    await processes[name].ready()
  },
  /** Ends a process as an orchestrator does, and waits until another one is ready in its place. */
  async replace(name: string): Promise<void> {
    const replaced = processes[name]
    const pid = replaced?.pid()
    if (!replaced || !pid) throw new Error(`No process ${name} runs`)
    process.kill(pid, 'SIGTERM')
    await eventually(async () => replaced.pid() !== pid)
    await replaced.ready()
  },
})

/** Lets every service forget which events it has applied. */
async function emptyInboxes(operatorUrl: string): Promise<void> {
  const sql = postgres(operatorUrl, { max: 1, onnotice: () => {} })
  for (const name of SERVICE_NAMES) await sql`truncate ${sql(`${schemaOf(name)}.inbox`)}`
  await sql.end()
}

/** The product's database, as a role that may read and change all of it. */
const operatorUrlOf = (serviceUrl: string): string =>
  Object.assign(new URL(inject('databaseUrl')), { pathname: new URL(serviceUrl).pathname }).href
