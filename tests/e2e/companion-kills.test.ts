import { freePort } from '@walkon/postgres/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompanionVisitor, offerFare } from '../support/companion-visitor.ts'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { connectFlights } from '../support/flights-database.ts'
import { endGroup, npmStart, type StartedProduct } from '../support/npm-start.ts'
import { connectPlanner } from '../support/planner-database.ts'
import { QUICK_POLLS } from '../support/quick-polls.ts'
import { createWalkonClient, eventually } from '../support/walkon-client.ts'

/**
 * A table, a return time and a fare lead to one mail each, also where the process is killed between two steps. The next step is held by
 * locks of the test, so that the process is killed at this point and at no other.
 */

const dataDir = await createDataFolder('kills')
const port = await freePort()
// Without a simulated past: each start after a kill would import it again.
const env = { ...QUICK_POLLS, PAST_DAYS: '0', LIGHTNING_LANE_OPEN: 'true', RESTAURANT_ALERTS_OPEN: 'true' }
let product: StartedProduct
let visitor: Awaited<ReturnType<typeof aCompanionVisitor>>
let planner: ReturnType<typeof connectPlanner>
let flights: ReturnType<typeof connectFlights>

/** PostgreSQL comes back with the product, on another port. */
async function start(): Promise<void> {
  product = await npmStart({ dataDir, port, env })
  planner = connectPlanner(dataDir)
  flights = connectFlights(dataDir)
}
const disconnect = () => Promise.all([planner?.end(), flights?.end()])
const restart = () => disconnect().then(start)
const kill = () => endGroup(product.process, 'SIGKILL')

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const [FIRST_DAY, SECOND_DAY] = [daysAhead(120), daysAhead(121)]

beforeAll(async () => {
  await start()
  visitor = await aCompanionVisitor(product.url)
  const client = createWalkonClient(product.url)
  for (const day of [FIRST_DAY, SECOND_DAY]) await offerFare(client, day)
})
afterAll(async () => {
  await disconnect()
  await product?.stop()
  await removeDataFolder(dataDir)
})

/** The mails of a fare and its stored prices, once the mail has come and after a check in which a second one would have. */
async function fareOf(day: string) {
  await eventually(async () => (await visitor.countFareMails(day)) > 0)
  await flights.waitUntilChecked(await flights.makeDue())
  return { mails: await visitor.countFareMails(day), prices: await flights.countPrices(day) }
}

test('killed after a poll and a fare are read, before they are stored: one mail for each, and the day of the fare is not lost', async () => {
  const [first] = visitor.wanted
  await planner.holdWishes(visitor.userId, () =>
    flights.holdPrices(async () => {
      await visitor.open(first)
      await visitor.watchFare(FIRST_DAY)
      await planner.waitUntilHeld(/(restaurant_alerts|lane_preferences)/)
      await flights.waitUntilHeld(/price_points/)
      await kill()
    }),
  )
  expect(await planner.countLetters(visitor.userId)).toBe(0)
  expect(await flights.countPrices(FIRST_DAY)).toBe(0)
  await flights.makeDue()
  await restart()

  expect(await visitor.mailsOf(first)).toEqual({ tables: 1, returnTimes: 1 })
  expect(await fareOf(FIRST_DAY)).toEqual({ mails: 1, prices: 1 })
})

test('killed after openings and a fare are stored, before they are published: one mail for each', async () => {
  const [, second] = visitor.wanted
  await planner.holdRelay(() =>
    flights.holdRelay(async () => {
      const openings = await planner.countLetters(visitor.userId)
      const fares = await flights.countLetters(visitor.email)
      await visitor.open(second)
      await visitor.watchFare(SECOND_DAY)
      await eventually(async () => (await planner.countLetters(visitor.userId)) === openings + 2)
      await eventually(async () => (await flights.countLetters(visitor.email)) === fares + 1)
      await kill()
    }),
  )
  await restart()

  expect(await visitor.mailsOf(second)).toEqual({ tables: 1, returnTimes: 1 })
  expect(await fareOf(SECOND_DAY)).toEqual({ mails: 1, prices: 1 })
})
