import { afterAll, afterEach, expect, test } from 'vitest'
import { createStripe } from '../clients/stripe.ts'
import { takeDue } from '../db/payments/due.ts'
import { stepDebt } from '../domain/debt.ts'
import { NOON } from '../testing/billing.ts'
import { createTestGuarantees, ended, type Bought } from '../testing/guarantees.ts'

/** None lost, none doubled: counted in Stripe's own books, not by billing's answers. */

// Longer than a busy machine stands still: a call that is given up is a try more.
const guarantees = await createTestGuarantees({ STRIPE_TIMEOUT_SECONDS: '2' })
const { build, buy, clock, db, guaranteeOf, hear, refundsPublished, runJob, stripe } = guarantees
afterEach(async () => {
  clock.now = NOON
  await stripe.clearFaults()
})
afterAll(guarantees.close)

/** Unmet guarantees that are decided, and whose refunds are due. */
async function decideMany(count: number): Promise<Bought[]> {
  const bought: Bought[] = []
  while (bought.length < count) bought.push(await buy())
  await hear(bought.map(({ passId }) => ended(passId)))
  while (await runJob('judge-guarantees')) continue
  return bought
}

/** Leaves the state of a process that dies after it has taken so many payments, before or after the call to Stripe. */
async function dieWhilePaying(bought: Bought[], limit: number, calls: boolean): Promise<void> {
  const taken = await takeDue(db, 'checkouts', { now: clock.now, retryMs: 30_000, limit })
  expect(taken).toHaveLength(limit)
  if (!calls) return
  const client = createStripe({ apiUrl: stripe.url, secretKey: stripe.env.STRIPE_SECRET_KEY })
  const sessions = new Set(taken.map(({ sessionId }) => sessionId))
  for (const { passId, sessionId } of bought.filter((each) => sessions.has(each.sessionId))) {
    const session = await client.readSession(sessionId)
    const subject = { kind: 'pass' as const, id: passId }
    const debt = { cents: 100, state: null, since: NOON, subject, toKey: () => `refund:${passId}:guarantee` }
    const { call } = stepDebt(debt, session, clock.now)
    if (call) await client.refund(call)
  }
}

/** One turn of the loop of each process, at the same time. A failure of one is made up by its next turn. */
async function runAll(processes: ReturnType<typeof build>[]): Promise<void> {
  const jobs = processes.flatMap(({ jobs: all }) => all.filter(({ name }) => name === 'settle-checkouts'))
  await Promise.allSettled(jobs.map((job) => job.run(AbortSignal.timeout(10_000))))
  // A payment that was not settled is due again after a minute.
  clock.now = new Date(clock.now.getTime() + 61_000)
}

async function settleAll(bought: Bought[], processes: ReturnType<typeof build>[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await runAll(processes)
        const rows = await Promise.all(bought.map(({ passId }) => guaranteeOf(passId)))
        return rows.filter((row) => row?.owedState !== 'made').length
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
  await dieWhilePaying(bought, 4, false)
  await dieWhilePaying(bought, 4, true)
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
  await stripe.fault('error-after-accept', 2)

  await settleAll(bought, [build()])
  expect(await countRefunds(bought)).toEqual(eachOnce(bought))
})

test('while Stripe does not say whether it has a refund, the refund is not made again', async () => {
  const bought = await decideMany(1)
  const process = build()
  await stripe.fault('timeout-after-accept', 1)
  await runAll([process])
  await stripe.fault('lookup-down', 1_000)
  for (let turn = 0; turn < 5; turn++) await runAll([process])
  expect(await guaranteeOf(bought[0]!.passId)).toMatchObject({ owedState: 'due' })
  expect(await stripe.refundsOf(bought[0]!.sessionId).catch(() => null)).toBeNull()

  await stripe.clearFaults()
  await settleAll(bought, [process])
  expect(await countRefunds(bought)).toEqual(eachOnce(bought))
})

test('a process that dies after the call leaves a refund that another one finds and tells of', async () => {
  const bought = await decideMany(2)
  await dieWhilePaying(bought, 2, true)
  clock.now = new Date(clock.now.getTime() + 31_000)

  await settleAll(bought, [build()])
  expect(await countRefunds(bought)).toEqual(eachOnce(bought))
})
