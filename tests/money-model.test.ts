import { passActivated, passRefunded } from '@walkon/contracts/events/billing'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTestGuarantees, ended, told } from '@walkon/billing/testing/guarantees'
import {
  expectMoney,
  PARTIAL_CENTS,
  planOrder,
  seededRandom,
  type ExpectedMoney,
  type PlannedOrder,
} from './support/money-model.ts'

/** `.ci/run` runs it with 2,000. */
const ORDERS = Number(process.env['ORDERS'] ?? 100)
const PATIENCE_MS = 240_000 + 500 * ORDERS
const DAYS = ['2026-07-02', '2026-07-03', '2026-07-04']

const guarantees = await createTestGuarantees()
const { app, db, hear, later, parkId, post, published, stripe, work } = guarantees
afterAll(guarantees.close)

const random = seededRandom(20_260_701)
type Order = PlannedOrder & { sessionId: string }

const shuffled = <Value>(values: Value[]): Value[] =>
  values
    .map((value) => ({ value, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value)

/** Some at a time, because a visitor does not wait for the others. */
async function forEach<Value>(values: Value[], act: (value: Value) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < values.length; start += 20)
    await Promise.all(values.slice(start, start + 20).map(act))
}

async function place(planned: PlannedOrder): Promise<Order> {
  const { email, channel, days } = planned
  const phone = channel === 'sms' ? { phone: '(407) 555-0123' } : {}
  const response = await post('/checkouts', { email, parkId, dates: DAYS.slice(0, days), channel, ...phone })
  return { ...planned, sessionId: response.json<{ sessionId: string }>().sessionId }
}

async function pay({ payment, sessionId }: Order): Promise<void> {
  if (payment === 'declined-then-paid') await stripe.pay(sessionId, 'declined')
  if (payment === 'paid' || payment === 'declined-then-paid') await stripe.pay(sessionId)
  if (payment === 'slow' || payment === 'slow-then-refused') await stripe.pay(sessionId, 'processing')
}

async function endSlowPayment({ payment, sessionId }: Order): Promise<void> {
  if (payment === 'slow') await stripe.pay(sessionId, 'paid')
  if (payment === 'slow-then-refused') await stripe.pay(sessionId, 'declined')
}

async function interfere({ interference, sessionId }: Order): Promise<void> {
  if (interference === 'refund') await stripe.refundByHand(sessionId)
  if (interference === 'partial-refund') await stripe.refundByHand(sessionId, PARTIAL_CENTS)
  if (interference === 'dispute') await stripe.dispute(sessionId)
}

/** Webhooks that Stripe has not managed to deliver yet. */
let heldBack: Awaited<ReturnType<typeof stripe.takeEvents>> = []

/** Of what has happened, a part is lost, a part comes twice, a part comes much later, and nothing comes in order. */
async function hearSome(): Promise<void> {
  const events = [...heldBack, ...(await stripe.takeEvents())].filter(() => random() > 0.1)
  heldBack = events.filter(() => random() < 0.15)
  const now = events.filter((event) => !heldBack.includes(event))
  const twice = now.filter(() => random() < 0.15)
  await forEach(shuffled([...now, ...twice]), (event) => app.inject(stripe.toWebhook(event)))
  await work()
}

/** The ends of the passes and the receipts of their alerts, in any order and some twice; the receipts of one message keep theirs. */
async function endPasses(orders: Order[]): Promise<void> {
  const passIds = new Map((await published(passActivated)).map(({ email, passId }) => [email, passId]))
  const facts = orders.flatMap(({ email, messages }) => {
    const passId = passIds.get(email)
    return [
      ...(passId === undefined ? [] : [[ended(passId, messages)]]),
      ...messages.map(({ alertId, rideId, channel, outcomes }) => {
        const deliveryId = crypto.randomUUID()
        return outcomes.map((outcome) => told([{ alertId, rideId }], outcome, { deliveryId, channel }))
      }),
    ]
  })
  const inAnyOrder = shuffled([...facts, ...facts.filter(() => random() < 0.1)])
  for (let start = 0; start < inAnyOrder.length; start += 200)
    await hear(inAnyOrder.slice(start, start + 200).flat())
  await work()
}

/** What Stripe's books say, by session. */
async function readBooks(): Promise<Map<string, ExpectedMoney & { guaranteeRefunds: number }>> {
  const payments = (await stripe.control('GET', '/payments')) as {
    sessionId: string
    status: string
    amountCents: number
    refunds: { id: string; amountCents: number }[]
  }[]
  const all = await stripe.client.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const isOurs = new Set(all.filter(({ metadata }) => metadata?.['pass_id']).map(({ id }) => id))
  const passes = await db.$client<{ sessionId: string }[]>`
    select c.session_id as "sessionId" from checkouts c join passes p using (order_id)`
  const hasPass = new Set(passes.map(({ sessionId }) => sessionId))
  const sum = (refunds: { amountCents: number }[]) =>
    refunds.reduce((total, { amountCents }) => total + amountCents, 0)
  return new Map(
    payments.map(({ sessionId, status, amountCents, refunds }) => {
      const ours = refunds.filter(({ id }) => isOurs.has(id))
      return [
        sessionId,
        {
          hasPass: hasPass.has(sessionId),
          paidCents: status === 'paid' ? amountCents : 0,
          byHandCents: sum(refunds) - sum(ours),
          byGuaranteeCents: sum(ours),
          guaranteeRefunds: ours.length,
        },
      ]
    }),
  )
}

const total = (money: Iterable<ExpectedMoney>) => {
  const sums = { passes: 0, paidCents: 0, byHandCents: 0, byGuaranteeCents: 0 }
  for (const { hasPass, paidCents, byHandCents, byGuaranteeCents } of money) {
    sums.passes += Number(hasPass)
    sums.paidCents += paidCents
    sums.byHandCents += byHandCents
    sums.byGuaranteeCents += byGuaranteeCents
  }
  return sums
}

test(
  `${ORDERS} orders with shuffled, doubled, late and lost webhooks: each paid one has one pass, each unmet guarantee one refund, and the money is the model's to the cent`,
  async () => {
    const orders: Order[] = []
    await forEach(
      Array.from({ length: ORDERS }, (_, index) => planOrder(index, random)),
      async (planned) => void orders.push(await place(planned)),
    )
    await forEach(shuffled(orders), pay)
    await hearSome()
    await forEach(shuffled(orders), endSlowPayment)
    await hearSome()
    // Sessions that were not paid end, and every open one has been asked about without a webhook.
    later(61)
    await work()
    const expected = new Map(orders.map((order) => [order.sessionId, expectMoney(order)]))
    await forEach(shuffled(orders.filter(({ sessionId }) => expected.get(sessionId)?.hasPass)), interfere)
    await hearSome()
    await endPasses(orders)
    await hearSome()
    later(6 * 60)
    await work()
    await hearSome()
    later(1)
    await work()

    const books = await readBooks()
    const differing = orders.filter(({ sessionId }) => {
      const { guaranteeRefunds, ...money } = books.get(sessionId)!
      const wanted = expected.get(sessionId)!
      const isEqual = JSON.stringify(money) === JSON.stringify(wanted)
      return !isEqual || guaranteeRefunds !== Number(wanted.byGuaranteeCents > 0)
    })
    expect(differing).toEqual([])
    expect(total(books.values())).toEqual(total(expected.values()))
    expect(new Set((await published(passActivated)).map(({ passId }) => passId)).size).toBe(
      total(expected.values()).passes,
    )
    expect(sumPublished(await published(passRefunded))).toEqual({
      passes: [...expected.values()].filter(({ byGuaranteeCents }) => byGuaranteeCents > 0).length,
      cents: total(expected.values()).byGuaranteeCents,
    })
  },
  PATIENCE_MS,
)

const sumPublished = (refunds: z.output<typeof passRefunded.data>[]) => ({
  passes: new Set(refunds.map(({ passId }) => passId)).size,
  cents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0),
})
