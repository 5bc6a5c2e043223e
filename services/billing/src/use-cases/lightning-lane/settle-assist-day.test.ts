import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { createLog } from '@walkon/service/log'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createStripe } from '../../clients/stripe.ts'
import { markDue, takeDue } from '../../db/payments/due.ts'
import type { RefundCall } from '../../domain/debt.ts'
import { NOON, TOMORROW } from '../../testing/billing.ts'
import { createTestPlans, idOf } from '../../testing/plans.ts'
import { settleAssistDay } from './settle-assist-day.ts'

const billing = await createTestPlans()
const { anOwner, clock, control, db, published, stripe, stripeAccount } = billing
afterAll(billing.close)
beforeEach(() => void (clock.now = NOON))

const client = createStripe(stripeAccount)

/** A day whose payment came after its end, before billing has heard of it. */
async function payTooLate() {
  const owner = anOwner()
  clock.now = new Date('2026-07-02T07:45:00Z')
  const response = await owner.buyAssistDay({ date: TOMORROW })
  const { sessionId } = response.json<{ sessionId: string }>()
  await control(`/payments/${sessionId}/pay`)
  clock.now = new Date('2026-07-03T08:01:00Z')
  return { owner, sessionId }
}

/** Settles a day as the job does, with this answer to a refund. Returns its error lines. */
async function settle(sessionId: string, refund = client.refund): Promise<string[]> {
  await markDue(db, 'assist_days', { sessionId }, clock.now)
  const due = await takeDue(db, 'assist_days', { now: clock.now, retryMs: 30_000, limit: 10 })
  const lines: string[] = []
  const log = createLog({ service: 'billing', level: 'error' }, { write: (line) => void lines.push(line) })
  const deps = { db, stripe: { ...client, refund }, settings: { PASS_HOURS: 24 }, log, now: () => clock.now }
  for (const day of due) if (day.sessionId === sessionId) await settleAssistDay(deps, { ...day, sessionId })
  return lines
}

const owedStateOf = async (sessionId: string) => {
  const [day] = await db.execute<{ owed: string | null }>(
    sql`select owed_state as owed from assist_days where session_id = ${sessionId}`,
  )
  return day?.owed
}
const refundsOf = async (sessionId: string) => {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId)
  return (await stripe.refunds.list({ payment_intent: idOf(intent) })).data
}

test('a refund of a day that Stripe refuses for good is one error line, and is not asked for again', async () => {
  const { sessionId } = await payTooLate()
  const refuse = (call: RefundCall) => client.refund({ ...call, paymentIntent: 'pi_of_another_account' })
  expect(await settle(sessionId, refuse)).toMatchObject([expect.stringContaining('a refund was refused')])
  expect(await owedStateOf(sessionId)).toBe('failed')

  expect(await settle(sessionId)).toEqual([])
  expect(await refundsOf(sessionId)).toEqual([])
})

test('a refund of a day that the bank returns is told once, however often Stripe is asked', async () => {
  const { owner, sessionId } = await payTooLate()
  await settle(sessionId)
  await settle(sessionId)
  expect(await owedStateOf(sessionId)).toBe('made')
  const [refund] = await refundsOf(sessionId)
  await control(`/refunds/${refund?.id}/fail`)

  expect(await settle(sessionId)).toMatchObject([expect.stringContaining('a refund has failed')])
  expect(await settle(sessionId)).toEqual([])
  const letters = (await published(userNotificationRequested)).filter(({ userId }) => userId === owner.userId)
  expect(letters.map(({ notification }) => notification.name)).toEqual([
    'assist-returned',
    'assist-refund-failed',
  ])
})
