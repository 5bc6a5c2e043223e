import { guaranteeCounts } from '@walkon/contracts/http/how-we-do'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestBilling, NOON } from '../testing/billing.ts'

const clock = { now: NOON }
const { db, app, build, clear, close } = await createTestBilling({}, clock)
afterAll(close)
beforeEach(clear)

const DAY_MS = 86_400_000

/** A process that has run nothing yet. */
const countOnce = () =>
  build()
    .jobs.find(({ name }) => name === 'count-guarantees')
    ?.run(AbortSignal.timeout(10_000))

type Decided = { decision: 'kept' | 'refund' | 'void'; owedState?: string; daysAgo?: number }

const insertGuarantees = (count: number, { decision, owedState, daysAgo = 1 }: Decided) => {
  const endedAt = sql`${new Date(NOON.getTime() - daysAgo * DAY_MS).toISOString()}::timestamptz`
  const reason = { kept: 'three-rides', refund: 'fewer-than-three-rides', void: 'pass-refunded' }[decision]
  return db.execute(sql`
    insert into guarantees (pass_id, checkout_id, payment_intent, paid_cents, ended_at, settle_until, decided_at, decision,
      reason, owed_state)
    select gen_random_uuid(), gen_random_uuid(), 'pi_' || n, 100, ${endedAt}, ${endedAt}, ${endedAt}, ${decision}, ${reason},
      ${owedState ?? null}
    from generate_series(1, ${count}) n`)
}

async function counts() {
  const response = await app.inject('/guarantees/counts')
  expect(response.headers['cache-control']).toBe('public, max-age=300')
  return guaranteeCounts.parse(response.json())
}

test('200: the passes of a day that met the guarantee, fell short and were paid back are those computed by hand', async () => {
  await insertGuarantees(40, { decision: 'kept' })
  await insertGuarantees(11, { decision: 'refund', owedState: 'made' })
  await insertGuarantees(1, { decision: 'refund', owedState: 'settled-by-hand' })
  await insertGuarantees(2, { decision: 'refund', owedState: 'due' })
  await insertGuarantees(1, { decision: 'refund', owedState: 'failed' })
  await insertGuarantees(3, { decision: 'void' })
  await countOnce()
  expect(await counts()).toEqual({
    firstDate: '2026-06-30',
    lastDate: '2026-06-30',
    countedAt: NOON.toISOString(),
    kept: 40,
    fellShort: 15,
    paidBack: 12,
  })
})

test('200: nine refunds are fewer than ten', async () => {
  await insertGuarantees(9, { decision: 'refund', owedState: 'made' })
  await countOnce()
  expect(await counts()).toMatchObject({ firstDate: '2026-06-30', fellShort: null, paidBack: null })
})

test('a refund that is made weeks after its pass has ended is counted with its day, and the days of earlier months are not', async () => {
  await insertGuarantees(10, { decision: 'refund', owedState: 'due', daysAgo: 29 })
  await insertGuarantees(10, { decision: 'kept', daysAgo: 31 })
  await countOnce()
  expect(await counts()).toMatchObject({ firstDate: '2026-06-02', kept: null, fellShort: 10, paidBack: null })
  await db.execute(sql`update guarantees set owed_state = 'made' where decision = 'refund'`)
  await db.execute(sql`delete from scheduled_runs`)
  await countOnce()
  expect(await counts()).toMatchObject({ fellShort: 10, paidBack: 10 })
})
