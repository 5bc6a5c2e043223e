import { startDeployedProduct } from '@walkon/local/deployed-product'
import { readLocalSettings } from '@walkon/local/settings'
import { buildWebApp } from '@walkon/local/web-build'
import { freePort } from '@walkon/postgres/server'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDeliveries } from '../faults/deliveries.ts'
import { startCompanions } from '../faults/openings.ts'
import type { Mail, News } from '../faults/promise.ts'
import { openShop } from '../faults/shop.ts'
import { alertsTo, letNextFall, openParks } from '../support/falling-rides.ts'
import { createWalkonClient, eventually, type WalkonClient } from '../support/walkon-client.ts'

/** Their rides fall. Tables and return times open in another park. */
const PARKS = [/EPCOT/i, /Universal Studios Orlando/] as const
/** An order that is paid has a mail that begins so. */
const RECEIPT = 'Your alerts for'

/** Without a past, which would take the processor from the servers. */
const SETTINGS = {
  POLL_SECONDS: '5',
  PAST_DAYS: '0',
  LIGHTNING_LANE_OPEN: 'true',
  RESTAURANT_ALERTS_OPEN: 'true',
}
/** The rest is as it is shipped. */
const SERVICE_ENVIRONMENT = { TABLE_CHECK_SECONDS: '5', TABLE_REQUESTS_PER_MINUTE: '600' }

type Stores = { databaseUrl: string; kafkaBrokers: string; redisUrl: string; replicationFactor: number }

/** The deployed product on these stores, and visitors who wait for rides, tables, return times and fares. */
export async function startWorld(stores: Stores) {
  const dataDir = await mkdtemp(join(tmpdir(), 'walkon-drill-'))
  await buildWebApp(() => {})
  const product = await startDeployedProduct({
    ...stores,
    settings: readLocalSettings({ ...SETTINGS, DATA_DIR: dataDir, PORT: String(await freePort()) }),
    serviceEnvironment: SERVICE_ENVIRONMENT,
    say: () => {},
  })
  const client = createWalkonClient(product.url)
  const deliveries = connectDeliveries(product.databaseUrls['notifier'] ?? '')
  const { pathname } = new URL(product.databaseUrls['notifier'] ?? '')
  const operatorUrl = Object.assign(new URL(stores.databaseUrl), { pathname }).href
  const end = async () => {
    await deliveries.close()
    await product.stop()
    if (process.env['KEEP']) process.stdout.write(`The logs are in ${dataDir}\n`)
    else await rm(dataDir, { recursive: true, force: true })
  }
  const { rides, openings, shop } = await populate(client, product.url, operatorUrl).catch(
    async (error: unknown) => {
      await end()
      throw error
    },
  )
  const visitors = new Set(rides.flatMap((ride) => ride.visitors))
  const buyers: string[] = []

  return {
    product,
    deliveries,
    openings,
    fall: (count: number) => letNextFall(client, rides, count),
    /** A day that is paid, however often its visitor has to try. */
    async order(): Promise<News> {
      const next = shop.nextVisitor('an outage')
      await shop.pay(await shop.open(next), next.order)
      buyers.push(next.order.email)
      return { kind: 'order', words: RECEIPT, since: new Date(), visitors: [next.order.email] }
    },
    async mails(): Promise<Mail[]> {
      const receipts = await Promise.all(buyers.map((buyer) => client.messagesTo(buyer)))
      return [
        ...(await alertsTo(client, visitors)),
        ...(await openings.mails()),
        ...receipts
          .flat()
          .map(({ to, subject, sentAt }) => ({ to, text: subject ?? '', sentAt: new Date(sentAt) })),
      ]
    },
    async stop(): Promise<void> {
      await openings.close()
      await end()
    },
  }
}

/** Visitors whom a busy machine does not answer in time are given up for others. */
async function populate(client: WalkonClient, baseUrl: string, operatorUrl: string) {
  const rides = await openParks(client, [...PARKS])
  const openings = await eventually(() => startCompanions(client, baseUrl, operatorUrl))
  const { id, timezone } = await client.parkNamed(PARKS[0])
  const watches = rides.slice(0, 1).map(({ rideId }) => ({ rideId, thresholdMinutes: 5 }))
  return { rides, openings, shop: openShop(client, [{ id, timezone, shortRides: [], watches }]) }
}

export type World = Awaited<ReturnType<typeof startWorld>>
