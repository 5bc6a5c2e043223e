import { startDeployedProduct } from '@walkon/local/deployed-product'
import { readLocalSettings } from '@walkon/local/settings'
import { buildWebApp } from '@walkon/local/web-build'
import { freePort } from '@walkon/postgres/server'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { z } from 'zod'
import { KAFKA_SESSION_TIMEOUT_SECONDS, QUICK_POLLS } from '../support/quick-polls.ts'
import { createWalkonClient, eventually, type WalkonClient } from '../support/walkon-client.ts'
import { connectBooks } from './books.ts'
import { dropProductDatabase } from './fresh-database.ts'
import type { ShopPark } from './shop.ts'
import { unlessAborted } from './slow-start.ts'
import { openWebhookRoad } from './webhook-road.ts'

const LONG_WAIT = 90
/** At the visitor's limit and above 15 minutes, so that each alert is news and counts for the guarantee. */
const SHORT_WAIT = 30
/** In one park the guarantee is kept, in the other it is not. */
const PARKS = [
  { name: /Hollywood Studios/i, shortRides: 3 },
  { name: /Animal Kingdom/i, shortRides: 2 },
]

/** At any time of a park's day, and longer than the suite: a pass ends when it is made to (`endPasses`). */
const PASS_HOURS = '2'

const SERVICE_ENVIRONMENT = {
  CHECKOUTS_PER_CLIENT: '100000',
  KAFKA_SESSION_TIMEOUT_SECONDS,
  STRIPE_TIMEOUT_SECONDS: '2',
}

export type PaymentsWorld = Awaited<ReturnType<typeof startPaymentsWorld>>

/** The deployed product, and two parks with some short rides each. The signal ends a start that takes too long. */
export async function startPaymentsWorld(signal: AbortSignal) {
  const dataDir = await mkdtemp(join(tmpdir(), 'walkon-payments-'))
  await dropProductDatabase(inject('databaseUrl'))
  const road = await openWebhookRoad()
  await buildWebApp(() => {})
  const product = await startDeployedProduct({
    settings: readLocalSettings({
      ...QUICK_POLLS,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      PASS_HOURS,
    }),
    databaseUrl: inject('databaseUrl'),
    kafkaBrokers: inject('kafkaBrokers'),
    redisUrl: inject('redisUrl'),
    serviceEnvironment: SERVICE_ENVIRONMENT,
    sandboxEnvironment: { STRIPE_WEBHOOK_URL: road.url },
    signal,
    say: () => {},
  }).catch(async (error: unknown) => {
    await road.close()
    throw error
  })
  road.leadTo(`http://127.0.0.1:${product.environments.billing['PORT']}/webhooks/stripe`)
  const client = createWalkonClient(product.url)
  const books = connectBooks(client, product.databaseUrls['billing'] ?? '')
  async function stop(): Promise<void> {
    await books.close()
    await product.stop()
    await road.close()
    if (process.env['KEEP']) process.stdout.write(`The logs are in ${dataDir}\n`)
    else await rm(dataDir, { recursive: true, force: true })
  }
  const opened = Promise.all(PARKS.map((park) => openPark(client, park)))
  const parks = await unlessAborted(opened, signal).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const billing = product.processes['billing']

  return {
    client,
    road,
    books,
    parks,
    logOfBilling: join(dataDir, 'billing.log'),
    /** SIGKILL; what supervises billing starts it again. */
    killBilling(): void {
      const pid = billing?.pid()
      if (pid === undefined) throw new Error('Billing does not run')
      process.kill(pid, 'SIGKILL')
    },
    billingReady: () => billing?.ready(),
    /** How many requests the faults have hit that are set now. */
    async countFaultHits(): Promise<number> {
      const { body } = await client.send('GET', '/sandbox/faults')
      return faults.parse(body).reduce((sum, { seen }) => sum + seen, 0)
    },
    stop,
  }
}

const faults = z.array(z.object({ seen: z.int() }))

/** A park in which so many rides are short, once the product has read it so. */
async function openPark(
  client: WalkonClient,
  { name, shortRides: count }: (typeof PARKS)[number],
): Promise<ShopPark> {
  const park = await client.parkNamed(name)
  const board = await eventually(async () => {
    const rides = await client.board(park.id)
    return rides.length > count && rides
  })
  const unmistakable = board.filter(
    (ride) => board.filter((other) => other.name.includes(ride.name)).length === 1,
  )
  // The most wanted ones: none of them is usually short.
  const short = unmistakable.toSorted((one, other) => other.popularity - one.popularity).slice(0, count)
  const waitOf = (rideId: string) => (short.some((ride) => ride.rideId === rideId) ? SHORT_WAIT : LONG_WAIT)
  await Promise.all(
    board.map(({ rideId }) => client.pinRide(rideId, { status: 'OPERATING', waitMinutes: waitOf(rideId) })),
  )
  await eventually(async () =>
    (await client.board(park.id)).every(({ rideId, waitMinutes }) => waitMinutes === waitOf(rideId)),
  )
  return {
    id: park.id,
    timezone: park.timezone,
    shortRides: short.map((ride) => ride.name),
    watches: short.map(({ rideId }) => ({ rideId, thresholdMinutes: SHORT_WAIT })),
  }
}
