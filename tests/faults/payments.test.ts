import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type SentMessage } from '../support/walkon-client.ts'
import { PAYMENT_MOMENTS, REFUND_MOMENTS } from './moments.ts'
import { startPaymentsWorld, type PaymentsWorld } from './payments-world.ts'
import { controlServers } from './servers.ts'
import { openShop, type Shop } from './shop.ts'
import { startAbortable } from './slow-start.ts'

/**
 * The promise of payments under faults: each paid order is one pass with its alerts, each unmet guarantee one refund, and no case needs a
 * person. The product runs as a process a service on real Kafka, PostgreSQL and Redis; what was paid and refunded is read in
 * Stripe's own books. A pass is ended when its alerts have come, so that guarantees are judged and refunded while the later faults go on.
 */

let world: PaymentsWorld
let start: { giveUp(): Promise<void> } | undefined
let servers: Awaited<ReturnType<typeof controlServers>>
let shop: Shop

beforeAll(async () => {
  servers = await controlServers()
  const starting = startAbortable(startPaymentsWorld)
  start = starting
  world = await starting.world
  shop = openShop(world.client, world.parks)
})
afterAll(() => (world ? world.stop() : start?.giveUp()))

test.for(PAYMENT_MOMENTS)('billing that is killed $at is ready again', async (moment) => {
  // It rejects where billing was not at this point.
  await expect(moment.reach({ world, servers, shop })).resolves.toBeUndefined()
  await world.billingReady()
})

const OUTAGES = [
  { fault: 'Kafka paused for 10 s', during: () => servers.pause('kafka', 10) },
  { fault: 'Kafka restarted', during: () => servers.restart('kafka') },
  { fault: 'PostgreSQL restarted', during: () => servers.restart('postgres') },
  { fault: 'Redis killed, 5 s away', during: () => servers.kill('redis', 5) },
]

test.for(OUTAGES)('visitors buy and passes end with $fault', async ({ fault, during }) => {
  const earlier = [...shop.orders]
  await world.books.waitForAlerts(earlier)
  const go = async () => {
    await shop.paid(2)
    await world.books.endPasses(earlier)
    await during()
    await shop.paid(2)
  }
  await expect(shop.sellWhile(fault, go())).resolves.toBeUndefined()
})

test.for(REFUND_MOMENTS)('billing that is killed $at is ready again', async (moment) => {
  // It rejects where billing was not at this point.
  await expect(moment.reach({ world, servers, shop })).resolves.toBeUndefined()
  await world.billingReady()
})

test('each paid order has one pass and its alerts, each unmet guarantee one refund, and no case needs a person', async () => {
  const isSettled = async () =>
    (await world.books.problemsOf(shop.orders)).length === 0 &&
    (await world.books.listLeftOver()).length === 0
  // What does not come, or is not settled, is named below.
  await world.books.waitForAlerts(shop.orders).catch(() => {})
  await world.books.endPasses(shop.orders)
  await eventually(isSettled).catch(() => {})

  // As one text: a list would be cut.
  expect((await world.books.problemsOf(shop.orders)).join('\n')).toBe('')
  expect((await world.books.listLeftOver()).join('\n')).toBe('')
  expect(await readFile(world.logOfBilling, 'utf8')).not.toContain('needs a person')
  const count = (shortRides: number) =>
    shop.orders.filter((order) => order.shortRides.length === shortRides).length
  process.stdout.write(`\n${shop.orders.length} orders paid, ${count(2)} refunded, ${count(3)} kept\n`)
})

test('a refunded visitor is told how many rides came and what was paid back, on the page too, and a kept pass of no refund', async () => {
  const orderOf = (shortRides: number) => {
    const found = shop.orders.find((order) => order.shortRides.length === shortRides)
    if (!found) throw new Error(`No visitor bought where ${shortRides} rides are short`)
    return found
  }
  const [refunded, kept] = [orderOf(2), orderOf(3)]

  const letter = await world.client.nextMessage(refunded.email, isRefundLetter)
  expect(letter.text).toContain('you got two')
  expect(letter.text).toContain('fewer than 3 rides, we have refunded $1.00')
  expect(await shop.stateOf(refunded)).toMatchObject({
    status: 'expired',
    refund: { reason: 'guarantee', amountCents: 100 },
  })
  expect(await shop.stateOf(kept)).toMatchObject({ status: 'expired' })
  expect(await shop.stateOf(kept)).not.toHaveProperty('refund')
})

const isRefundLetter = ({ subject }: SentMessage) => subject?.startsWith('Your money back') === true
