import type { Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createPushTokens } from '../../channels/push-tokens.ts'
import { endPushesTo } from '../../db/push/devices.ts'
import { chooseReplacing, insertTestDevice } from '../../testing/devices.ts'
import { aNumber, anAlertEvent, createTestNotifier, KEYS } from '../../testing/notifier.ts'
import { settle } from './settle-deliveries.ts'

/** Emails that wait for pushes, without a sender. */

const { app, build, db, hear, confirmNumbers, countStates, waitingForLocks, clear, close } =
  await createTestNotifier()
afterAll(close)
beforeEach(clear)

const ADA = 'ada@example.com'

const addDevice = () => insertTestDevice(db, ADA, `https://fcm.googleapis.com/${randomUUID()}`)
const alertAda = () => hear([anAlertEvent({ email: ADA })])

test('of two pushes that end in transactions at the same moment, the second sees the end of the first and releases the email', async () => {
  const [first, second] = [await addDevice(), await addDevice()]
  await chooseReplacing(app, ADA)
  await alertAda()
  const end = (tx: Transaction, id: string) => endPushesTo(tx, [id]).then((ended) => settle(tx, ended))

  let ending: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await end(tx, first)
    let isOver = false
    ending = db.transaction((other) => end(other, second)).finally(() => (isOver = true))
    await vi.waitFor(async () => expect(isOver || (await waitingForLocks()) > 0).toBe(true))
  })
  await ending

  const mails = await db.execute(
    sql`select not_before <= now() as "isDue" from deliveries where channel = 'email'`,
  )
  expect(mails).toEqual([{ isDue: true }])
})

test('a push that replaces the email must be accepted within two minutes, any other while the alert is of use', async () => {
  const minutesLeft = async () => {
    const [push] = await db.execute<{ minutes: number }>(sql`
      select round(extract(epoch from expires_at - now()) / 60)::int as minutes from deliveries
      where channel = 'push' order by created_at desc limit 1`)
    return push?.minutes
  }
  await addDevice()
  await alertAda()
  expect(await minutesLeft()).toBe(15)
  await chooseReplacing(app, ADA)
  await alertAda()
  expect(await minutesLeft()).toBe(2)
})

test('while pushes are off, alerts go by email at once and nothing is queued for the device', async () => {
  await addDevice()
  await chooseReplacing(app, ADA)
  await hear([anAlertEvent({ email: ADA })], build({ env: { STOP_ALL_PUSHES: 'true' } }).handlers)

  const rows = await db.execute(sql`select channel, not_before <= now() as "isDue" from deliveries`)
  expect(rows).toEqual([{ channel: 'email', isDue: true }])
})

test('a receipt settles a push in doubt, and its email is not sent', async () => {
  await addDevice()
  await chooseReplacing(app, ADA)
  await alertAda()
  const [push] = await db.execute<{ id: string }>(sql`select id from deliveries where channel = 'push'`)
  const token = await createPushTokens(KEYS).seal(push?.id ?? '', new Date())
  await app.inject({ method: 'POST', url: '/pushes/shown', payload: { token } })

  expect(await countStates()).toEqual({ delivered: 1, suppressed: 1 })
})

test('a text is not replaced, and goes beside the push', async () => {
  const number = aNumber()
  const event = anAlertEvent({ email: ADA, recipients: [{ channel: 'sms', address: number }] })
  await addDevice()
  await chooseReplacing(app, ADA)
  await confirmNumbers([event])
  await hear([event])

  const rows = await db.execute(
    sql`select channel, not_before < 'infinity' as due from deliveries order by channel`,
  )
  expect(rows).toEqual([
    { channel: 'push', due: true },
    { channel: 'sms', due: true },
  ])
})
