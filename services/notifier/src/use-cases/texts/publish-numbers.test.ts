import { numberConfirmationsChanged } from '@walkon/contracts/events/notifications'
import { userAddressChanged, userDeleted } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aNumber, aTextPass, createTestNotifier } from '../../testing/notifier.ts'
import { purgeConsents } from './purge-consents.ts'

const notifier = await createTestNotifier()
const { db, hear, runJob, applyTwilio, suppress, published, clear, close } = notifier
afterAll(close)
// A number is asked three times a day at most, so each test has one of its own.
let number = ''
beforeEach(async () => {
  number = aNumber()
  await clear()
})

const [ADA, BEN] = ['ada@example.com', 'ben@example.com']
const nobodys = () => ({ numberHash: hashAddress(number), number: null, emailHashes: [] })

const aPass = (email: string) => aTextPass({ email, recipient: { channel: 'sms', address: number } })
let replies = 0
const say = (Body: string) =>
  applyTwilio({ MessageSid: `SM${replies++}`, From: number, To: '+18885550100', Body })

/** Returns the newest event of the number; undefined before the first. */
const newest = async () => {
  const events = await published(numberConfirmationsChanged)
  const last = events.at(-1)
  if (!last) return undefined
  const { changedAt: _, ...state } = last
  return state
}
/** Lists the masked addresses that each question was about, the oldest first. */
const asked = async () => {
  const rows = await db.execute<{ about: string | null }>(sql`
    select content ->> 'about' as about from deliveries where content ->> 'kind' = 'number-question' order by created_at`)
  return rows.map(({ about }) => about ?? undefined)
}
const of = (...emails: string[]) => ({
  numberHash: hashAddress(number),
  number,
  emailHashes: emails.map(hashAddress).toSorted(),
})

test('a number that was only named by an order is no visitor’s until its YES', async () => {
  await hear([aPass(ADA)])
  expect(await newest()).toBeUndefined()

  await say('YES')
  expect(await newest()).toEqual(of(ADA))
})

test('a YES of a number that two visitors named confirms it for the one it was asked about last alone', async () => {
  await hear([aPass(ADA), aPass(BEN)])
  await say('YES')
  expect(await newest()).toEqual(of(BEN))

  await say('YES')
  expect(await newest()).toEqual(of(BEN))
})

test('the reminder about the other visitor asks again, and names whose alerts it is about', async () => {
  await hear([aPass(ADA)])
  await hear([aPass(BEN)])
  await say('YES')
  await db.execute(sql`update consents set asked_at = asked_at - interval '11 minutes'`)
  await runJob('remind-numbers')

  expect(await asked()).toEqual([undefined, 'b***@example.com', 'a***@example.com'])
  await say('YES')
  expect(await newest()).toEqual(of(ADA, BEN))
})

test('STOP makes the number no visitor’s, and START gives it back', async () => {
  await hear([aPass(ADA)])
  await say('YES')
  await say('STOP')
  expect(await newest()).toEqual(nobodys())

  await say('START')
  expect(await newest()).toEqual(of(ADA))
})

test('a number that a second visitor has named since its YES stays the first one’s', async () => {
  await hear([aPass(ADA)])
  await say('YES')
  await hear([aPass(BEN)])
  await say('STOP')
  await say('START')
  expect(await newest()).toEqual(of(ADA))
})

test('a number that turns out to be dead is no visitor’s', async () => {
  await hear([aPass(ADA)])
  await say('YES')
  await suppress({ channel: 'sms', addressHash: hashAddress(number), reason: 'invalid', scope: 'all' })
  expect(await newest()).toEqual(nobodys())
})

test('the number of an account that moves belongs to its new address', async () => {
  await hear([aPass(ADA)])
  await say('YES')
  const changedAt = new Date(Date.now() + 1_000).toISOString()
  await hear([heard(userAddressChanged, { userId: randomUUID(), oldEmail: ADA, newEmail: BEN, changedAt })])
  expect(await newest()).toEqual(of(BEN))
})

test('an erasure leaves the number to those who share it, and no event that names the erased', async () => {
  await hear([aPass(BEN)])
  await say('YES')
  await hear([aPass(ADA)])
  await say('YES')
  await db.execute(sql`update outbox_batches set published_at = now()`)
  await hear([
    heard(userDeleted, {
      userId: randomUUID(),
      addressHashes: [hashAddress(ADA)],
      deletedAt: new Date().toISOString(),
    }),
  ])

  expect(await newest()).toEqual(of(BEN))
  expect(JSON.stringify(await published(numberConfirmationsChanged))).not.toContain(hashAddress(ADA))
})

test('a consent that is past its retention ends the confirmation', async () => {
  await hear([aPass(ADA)])
  await say('YES')
  const before = new Date(Date.now() + 60_000)
  await purgeConsents(db, { before, unconfirmedBefore: before, limit: 100 })
  expect(await newest()).toEqual(nobodys())
})

test('suppressions of numbers that no order named are not published', async () => {
  await suppress({ channel: 'sms', addressHash: hashAddress(number), reason: 'invalid', scope: 'all' })
  await suppress({ channel: 'email', addressHash: hashAddress(ADA), reason: 'bounced', scope: 'all' })
  expect(await newest()).toBeUndefined()
})
