import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aDoneEvent, anAlertEvent, createTestNotifier } from '../testing/notifier.ts'

const { db, hear, confirmNumbers, listDeliveries, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const NUMBER = '+14075550123'

const history = () =>
  db.execute(sql`select kind, message, wait_minutes as "waitMinutes" from delivery_alerts`)

test('a ride that is probably done goes out as an alert does, once, and stands in the history', async () => {
  const event = aDoneEvent('Test Track')
  await hear([event])
  await hear([event])

  expect(await listDeliveries()).toMatchObject([{ channel: 'email' }])
  expect([...(await history())]).toEqual([
    { kind: 'probably-done', message: 'Test Track is probably done for today', waitMinutes: null },
  ])
})

test('a number that has answered YES gets it by text', async () => {
  const to = { email: 'ada@example.com', recipients: [{ channel: 'sms' as const, address: NUMBER }] }
  await confirmNumbers([anAlertEvent(to)])
  await hear([aDoneEvent('Test Track', to)])

  expect((await listDeliveries()).map(({ address }) => address)).toEqual([NUMBER])
})
