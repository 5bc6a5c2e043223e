import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createStripeRefunds } from '../clients/stripe-refunds.ts'
import { leaseQueued } from '../db/refund-calls.ts'
import { NOON } from '../testing/billing.ts'
import { createTestGuarantees, ended, type Bought } from '../testing/guarantees.ts'
import { payRefund } from '../use-cases/pay-refunds.ts'

/** None lost, none doubled: counted in Stripe's own books, not by billing's answers. */

const guarantees = await createTestGuarantees({
  // Longer than a busy machine stands still: a call that is given up is a try more.
  STRIPE_TIMEOUT_SECONDS: '2',
  REFUND_LEASE_SECONDS: '9',
  REFUND_LOOKUP_WAIT_SECONDS: '0.6',
})
const { build, buy, clock, db, guaranteeOf, hear, refundsPublished, runJob, stripe } = guarantees
afterEach(async () => {
  clock.now = NOON
  await stripe.clearFaults()
})
afterAll(guarantees.close)

/** Unmet guarantees that are decided, and whose refunds are queued. */
async function decideMany(count: number): Promise<Bought[]> {
  const bought: Bought[] = []
  while (bought.length < count) bought.push(await buy())
  await hear(bought.map(({ passId }) => ended(passId)))
  while (await runJob('judge-guarantees')) continue
  return bought
}

/** Leaves the state of a process that dies between its lease and its record, before or after the call to Stripe. */
async function dieWhilePaying(limit: number, calls: boolean): Promise<void> {
  const leased = await leaseQueued(db, { owner: randomUUID(), limit, leaseSeconds: 0.3 })
  expect(leased).toHaveLength(limit)
  const client = createStripeRefunds({ apiUrl: stripe.url, secretKey: stripe.env.STRIPE_SECRET_KEY })
  if (calls) await Promise.all(leased.map((call) => payRefund(client, call)))
}

/** One turn of each loop of each process, at the same time. A failure of one is made up by its next turn. */
async function runAll(processes: ReturnType<typeof build>[]): Promise<void> {
  const names = ['send-refunds', 'look-up-unknown-refunds', 'settle-checkouts']
  const jobs = processes.flatMap(({ jobs: all }) => all.filter(({ name }) => names.includes(name)))
  await Promise.allSettled(jobs.map((job) => job.run(AbortSignal.timeout(10_000))))
  await Promise.all(processes.flatMap(({ parts = [] }) => parts.map((part) => part.stop())))
  // Stripe is asked again after half a minute about calls that are not settled.
  clock.now = new Date(clock.now.getTime() + 31_000)
}

async function settleAll(bought: Bought[], processes: ReturnType<typeof build>[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await runAll(processes)
        const rows = await Promise.all(bought.map(({ passId }) => guaranteeOf(passId)))
        return rows.filter((row) => row?.refundState !== 'succeeded').length
      },
      { timeout: 120_000 },
    )
    .toBe(0)
}

/** How often each pass was refunded in full at Stripe, and how often that was published. */
const countRefunds = (bought: Bought[]) =>
  Promise.all(
    bought.map(async ({ passId, sessionId }) => ({
      made: (await stripe.refundsOf(sessionId)).filter(({ amount }) => amount === 100).length,
      published: (await refundsPublished(passId)).length,
    })),
  )

const eachOnce = (bought: Bought[]) => bought.map(() => ({ made: 1, published: 1 }))

test('under every fault of Stripe, with three processes of which some die before and after the call, each refund is made exactly once', async () => {
  const bought = await decideMany(24)
  await dieWhilePaying(4, false)
  await dieWhilePaying(4, true)
  const kinds = [
    'error',
    'error-after-accept',
    'timeout',
    'timeout-after-accept',
    'reset-after-accept',
    'malformed',
    'rate-limited',
    'down',
    'lookup-down',
  ]
  for (const kind of kinds) await stripe.fault(kind, 4, 0.2)

  await settleAll(bought, [build(), build(), build()])
  expect(await countRefunds(bought)).toEqual(eachOnce(bought))
}, 180_000)

test('a refund that was made without an answer is found by its pass, and not made again', async () => {
  const bought = await decideMany(1)
  await stripe.fault('error-after-accept', 1)

  await settleAll(bought, [build()])
  expect(await countRefunds(bought)).toEqual(eachOnce(bought))
  expect(await guaranteeOf(bought[0]!.passId)).toMatchObject({ attemptNo: 1 })
})

test('while Stripe does not say whether it has a refund, the refund is not made again', async () => {
  const bought = await decideMany(1)
  const process = build()
  await stripe.fault('timeout-after-accept', 1)
  await runAll([process])
  await stripe.fault('lookup-down', 1_000)
  for (let turn = 0; turn < 5; turn++) await runAll([process])
  expect(await guaranteeOf(bought[0]!.passId)).toMatchObject({ refundState: 'unknown', attemptNo: 1 })

  await stripe.clearFaults()
  await settleAll(bought, [process])
  expect(await countRefunds(bought)).toEqual(eachOnce(bought))
})

test('a process that dies after the call leaves a refund that another one finds and tells of', async () => {
  const bought = await decideMany(2)
  await dieWhilePaying(2, true)

  await settleAll(bought, [build()])
  expect(await countRefunds(bought)).toEqual(eachOnce(bought))
})
