import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { NOON, TOMORROW } from '../testing/billing.ts'
import { createTestGuarantees, ended, someAlerts, told } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { build, buy, clock, db, endWith, guaranteeOf, hear, later, stripe } = guarantees
afterEach(() => void (clock.now = NOON))
afterAll(guarantees.close)

const DAY = 24 * 60

/** A process of its own each time: the job runs once a day in one that knows of its last run. */
async function purge(): Promise<void> {
  await db.execute(sql`delete from scheduled_runs`)
  await build()
    .jobs.find(({ name }) => name === 'purge-past-retention')
    ?.run(AbortSignal.timeout(10_000))
}

const isKnown = async ([alert]: { alertId: string }[]) =>
  (await db.execute(sql`select from delivery_outcomes where alert_id = ${alert!.alertId}`)).length === 1

const TOMORROW_MORNING = new Date(`${TOMORROW}T15:00:00Z`)

test('what became of an alert is deleted nine days later, and stays while a paid pass of its day is undecided', async () => {
  const { passId } = await buy({ dates: [TOMORROW, '2026-08-15'] })
  const [ofADay, ofNoDay] = [someAlerts(1), someAlerts(1)]
  await hear([
    told(ofADay, 'delivered', { recordedAt: TOMORROW_MORNING }),
    told(ofNoDay, 'delivered', { recordedAt: new Date('2026-07-05T15:00:00Z') }),
  ])
  later(8 * DAY)
  await purge()
  expect([await isKnown(ofADay), await isKnown(ofNoDay)]).toEqual([true, true])

  later(7 * DAY)
  await purge()
  expect([await isKnown(ofADay), await isKnown(ofNoDay)]).toEqual([true, false])

  await hear([ended(passId, ofADay)])
  await guarantees.work()
  expect(await guaranteeOf(passId)).toMatchObject({ ridesCounted: 1, decision: 'refund' })
  await purge()
  expect(await isKnown(ofADay)).toBe(false)
})

test('a bounce that comes days after the message does not shorten how long its alert is known', async () => {
  const { passId } = await buy({ dates: [TOMORROW, '2026-08-15'] })
  const [alerts, deliveryId] = [someAlerts(1), crypto.randomUUID()]
  await hear([told(alerts, 'accepted', { deliveryId, recordedAt: TOMORROW_MORNING })])
  await hear([told(alerts, 'bounced', { deliveryId, recordedAt: new Date('2026-07-07T12:00:00Z') })])
  later(20 * DAY)
  await purge()
  expect(await isKnown(alerts)).toBe(true)
  await endWith(passId, 0)
})

test('a guarantee stays for the accounts when its order is deleted, and goes after ten years', async () => {
  const { passId, sessionId } = await buy()
  await endWith(passId, 0)
  later(100 * DAY)
  await purge()
  expect(await guaranteeOf(passId)).toMatchObject({ decision: 'refund', refundCents: 100 })
  expect(await stripe.refundsOf(sessionId)).toHaveLength(1)

  later(3_650 * DAY)
  await purge()
  expect(await guaranteeOf(passId)).toBeNull()
})
