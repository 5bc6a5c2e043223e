import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { chooseReplacing, insertTestDevice } from '../testing/devices.ts'
import { anAlert, anAlertEvent, aNumber, aTextPass, createTestNotifier } from '../testing/notifier.ts'

const { app, build, db, hear, twilioTells, countStates, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

/** A process of its own each time: the job runs once a day in one that knows of its last run. */
async function purge() {
  const { jobs, metrics } = build()
  await jobs.find(({ name }) => name === 'purge-past-retention')?.run(AbortSignal.timeout(10_000))
  return metrics.metrics()
}

const daysPass = (days: number) =>
  db.execute(sql`update deliveries set created_at = created_at - make_interval(days => ${days})`)
const endAs = (state: string) => db.execute(sql`update deliveries set state = ${state}`)
const countAlerts = async () => (await db.execute(sql`select from delivery_alerts`)).length

test('a delivery and its alerts are deleted thirty days after it was asked for, and counted', async () => {
  await hear([anAlertEvent({ alerts: [anAlert(), anAlert()] })])
  await endAs('accepted')
  await daysPass(31)
  await hear([anAlertEvent()])

  const metrics = await purge()

  expect(await countStates()).toEqual({ queued: 1 })
  expect(await countAlerts()).toBe(1)
  expect(metrics).toContain('purged_rows_total{table="deliveries",service="notifier"} 1')
  expect(metrics).toContain('purged_rows_total{table="delivery_alerts",service="notifier"} 2')
})

test('a delivery younger than its retention stays', async () => {
  await hear([anAlertEvent()])
  await endAs('accepted')
  await daysPass(29)
  await purge()
  expect(await countStates()).toEqual({ accepted: 1 })
})

test.each(['queued', 'sending', 'unknown'])(
  'a delivery that is %s stays, however old it is',
  async (state) => {
    await hear([anAlertEvent()])
    await endAs(state)
    await daysPass(400)
    await purge()
    expect(await countStates()).toEqual({ [state]: 1 })
  },
)

test('an alert whose event comes again on the eighth day is known, and is not sent again', async () => {
  const event = anAlertEvent()
  await hear([event])
  await endAs('delivered')
  await daysPass(8)
  await db.execute(sql`delete from inbox`)
  await purge()
  await hear([event])
  expect(await countStates()).toEqual({ delivered: 1 })
})

test('an alert whose event comes again after its delivery was deleted is too late to be sent', async () => {
  const observedAt = new Date(Date.now() - 31 * 86_400_000).toISOString()
  const event = anAlertEvent({ observedAt })
  await hear([event])
  await endAs('delivered')
  await daysPass(31)
  await db.execute(sql`delete from inbox`)
  await purge()
  await hear([event])
  await build()
    .jobs.find(({ name }) => name === 'send-email')
    ?.run(AbortSignal.timeout(10_000))
  expect(await countStates()).toEqual({ expired: 1 })
})

test('a retention shorter than an event may come again is refused', () => {
  expect(() => build({ env: { DELIVERY_RETENTION_DAYS: '8' } })).toThrow('DELIVERY_RETENTION_DAYS')
})

test('a consent goes thirty days after its order if the number never confirmed, and four years after if it did', async () => {
  const [asked, confirmed, old] = [aNumber(), aNumber(), aNumber()]
  await hear([asked, confirmed, old].map((address) => aTextPass({ recipient: { channel: 'sms', address } })))
  await db.execute(sql`update consents set confirmed_at = now() where number <> ${asked}`)
  await db.execute(sql`update consents set given_at = given_at - interval '31 days'`)
  await db.execute(sql`update consents set given_at = given_at - interval '1431 days' where number = ${old}`)

  await purge()

  expect(await db.execute(sql`select number from consents`)).toEqual([{ number: confirmed }])
})

test('that a text of a visitor was taken is forgotten four years later', async () => {
  await twilioTells({ MessageSid: 'SMold', From: aNumber(), To: '+18885550100', Body: 'STOP' })
  await db.execute(sql`update provider_event_marks set received_at = received_at - interval '1462 days'`)
  await twilioTells({ MessageSid: 'SMnew', From: aNumber(), To: '+18885550100', Body: 'STOP' })

  const metrics = await purge()

  expect(await db.execute(sql`select from provider_event_marks`)).toHaveLength(1)
  expect(metrics).toContain('purged_rows_total{table="provider_event_marks",service="notifier"} 1')
})

test('a device goes when its endpoint has ended, or 400 days after it last accepted an alert, and a choice with the last device', async () => {
  const ids = await Promise.all(
    ['young', 'ended', 'old', 'used'].map((name) =>
      insertTestDevice(db, `${name}@example.com`, `https://fcm.googleapis.com/${name}`),
    ),
  )
  for (const name of ['old', 'used']) await chooseReplacing(app, `${name}@example.com`)
  const [, ended, , used] = ids
  await db.execute(sql`
    update push_devices set added_at = now() - interval '401 days' where endpoint ~ 'old|used'`)
  await db.execute(sql`update push_preferences set chosen_at = now() - interval '401 days'`)
  await db.execute(sql`update push_devices set expires_at = now() where id = ${ended}::uuid`)
  await db.execute(sql`update push_devices set last_accepted_at = now() where id = ${used}::uuid`)

  const metrics = await purge()

  const left = await db.execute<{ endpoint: string }>(
    sql`select endpoint from push_devices order by endpoint`,
  )
  expect(left.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(['used', 'young'])
  expect(await db.execute(sql`select from push_preferences`)).toHaveLength(1)
  expect(metrics).toContain('purged_rows_total{table="push_devices",service="notifier"} 2')
})
