import { freePort } from '@walkon/postgres/server'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { npmStart, type StartedProduct } from '../support/npm-start.ts'
import {
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
  todayIn,
  type SentMessage,
  type WalkonClient,
} from '../support/walkon-client.ts'

/** A product of its own, whose passes end after less than a minute. */
let product: StartedProduct
let client: WalkonClient
let dataDir: string

beforeAll(async () => {
  dataDir = await createDataFolder('guarantee')
  product = await npmStart({ dataDir, port: await freePort(), env: { PASS_HOURS: '0.015', PAST_DAYS: '0' } })
  client = createWalkonClient(product.url)
})
afterAll(async () => {
  await product.stop()
  await removeDataFolder(dataDir)
})

const LONG_WAIT = 90
const SHORT_WAIT = 5

const payments = z.array(z.object({ amountCents: z.number(), refundedCents: z.number() }))
const checkout = z.object({
  status: z.string(),
  refund: z.object({ reason: z.string(), amountCents: z.number() }).optional(),
})

/** A park in which so many rides are short and all others have long waits, once the product has read it so. */
async function aParkWith(name: RegExp, shortRides: number) {
  const park = await client.parkNamed(name)
  const board = await eventually(async () => {
    const rides = await client.board(park.id)
    return rides.length > 3 && rides
  })
  await Promise.all(
    board.map(({ rideId }, place) =>
      client.pinRide(rideId, {
        status: 'OPERATING',
        waitMinutes: place < shortRides ? SHORT_WAIT : LONG_WAIT,
      }),
    ),
  )
  await eventually(async () => {
    const waits = (await client.board(park.id)).map(({ waitMinutes }) => waitMinutes)
    return (
      waits.every((wait) => wait === SHORT_WAIT || wait === LONG_WAIT) &&
      waits.filter((wait) => wait === SHORT_WAIT).length === shortRides
    )
  })
  return park
}

/** A pass of today that is paid. */
async function buy(park: { id: string; timezone: string }) {
  const email = aVisitor('guarantee')
  const { body } = await client.send('POST', '/api/billing/checkouts', {
    email,
    parkId: park.id,
    dates: [todayIn(park.timezone)],
    channel: 'email',
  })
  const { sessionId } = z.object({ sessionId: z.string() }).parse(body)
  await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})
  return { email, sessionId }
}

const paymentOf = async (email: string) =>
  payments.parse((await client.send('GET', `/sandbox/payments?email=${email}`)).body)[0]
const stateOf = async (sessionId: string) =>
  checkout.parse((await client.send('GET', `/api/billing/checkouts/${sessionId}`)).body)
const isRefundLetter = ({ subject }: SentMessage) => subject?.startsWith('Your money back') === true

test('a pass that delivered two rides is refunded by itself and says so, and one that delivered three is not', async () => {
  const [poor, rich] = await Promise.all([aParkWith(/Magic Kingdom/, 2), aParkWith(/EPCOT/i, 3)])
  const [refunded, kept] = await Promise.all([buy(poor), buy(rich)])
  const boughtAt = Date.now()
  await Promise.all([client.nextMessage(refunded.email, isAlert), client.nextMessage(kept.email, isAlert)])

  const letter = await client.nextMessage(refunded.email, isRefundLetter)
  console.info(`paid to "your money back": ${((Date.now() - boughtAt) / 1000).toFixed(1)} s`)
  expect(letter.text).toContain('you got two')
  expect(letter.text).toContain('fewer than 3 rides, we have refunded $1.00')
  expect(await paymentOf(refunded.email)).toEqual({ amountCents: 100, refundedCents: 100 })
  expect(await stateOf(refunded.sessionId)).toMatchObject({
    status: 'expired',
    refund: { reason: 'guarantee', amountCents: 100 },
  })

  // A pass that is bought after the other one ended, and refunded: the guarantee of the other one was decided before.
  const third = await buy(poor)
  await client.nextMessage(third.email, isRefundLetter)
  expect(await paymentOf(kept.email)).toEqual({ amountCents: 100, refundedCents: 0 })
  expect(await stateOf(kept.sessionId)).not.toHaveProperty('refund')
  expect((await client.messagesTo(kept.email)).filter(isRefundLetter)).toEqual([])
}, 300_000)
