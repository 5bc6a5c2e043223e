import { notificationRequested, userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { createTestDatabase } from '@walkon/testing/database'
import { readOutbox } from '@walkon/testing/outbox'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { letterIdOf, requestLetters, requestUserLetter, type LetterRequest } from './request-letter.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(() => db.execute(sql`truncate outbox`))

const NOW = new Date('2026-07-01T12:00:00Z')
const LETTER: Letter = {
  kind: 'letter',
  name: 'order-lost',
  subject: 'Your order was lost',
  about: ['Your order'],
  heading: 'Your order was lost',
  paragraphs: ['We have lost your order.'],
  reason: 'You’re getting this because you ordered.',
  shortText: 'Your order was lost.',
}
const ADA = { email: 'ada@example.com' }

const request = (...requests: Partial<LetterRequest>[]) =>
  db.transaction((tx) =>
    requestLetters(
      tx,
      'billing',
      requests.map((given) => ({ to: ADA, letter: LETTER, ...given })),
      NOW,
    ),
  )
const requested = async () =>
  (await readOutbox(db)).map(({ type, source, data }) => ({ ...(data as object), type, source }))

test('a letter goes to a mailbox, to a number or to an account', async () => {
  const userId = randomUUID()
  await request({}, { to: { number: '+14075550100' } })
  const toAccount = { userId, letter: LETTER, list: 'restaurants' as const }
  await db.transaction((tx) => requestUserLetter(tx, 'planner', toAccount, NOW))
  expect(await requested()).toMatchObject([
    {
      type: notificationRequested.type,
      source: 'billing',
      recipient: { channel: 'email', address: ADA.email },
      notification: LETTER,
    },
    { type: notificationRequested.type, recipient: { channel: 'sms', address: '+14075550100' } },
    { type: userNotificationRequested.type, source: 'planner', userId, list: 'restaurants' },
  ])
})

test('the same letter about the same thing is published once, under the id by which it is cancelled', async () => {
  const orderId = randomUUID()
  await request({ about: orderId })
  await request({ about: orderId })
  expect(await requested()).toMatchObject([{ notificationId: letterIdOf(orderId, LETTER.name) }])
})

test('letters of different occasions, things or names are different letters', async () => {
  const orderId = randomUUID()
  const found = { ...LETTER, name: 'order-found' }
  await request({ about: orderId }, { about: orderId, occasion: 'again' })
  await request({ about: orderId, letter: found }, { about: randomUUID() })
  expect(await requested()).toHaveLength(4)
})

test('a letter about nothing that was named is sent each time', async () => {
  await request({}, {})
  expect(await requested()).toHaveLength(2)
})

test('a letter expires after two days, after the hours of its use, or with its link', async () => {
  const until = new Date('2026-07-01T12:20:00Z')
  await request({}, { useful: { hours: 24 } }, { useful: { until } })
  expect(await requested()).toMatchObject([
    { expiresAt: '2026-07-03T12:00:00.000Z' },
    { expiresAt: '2026-07-02T12:00:00.000Z' },
    { expiresAt: '2026-07-01T12:20:00.000Z' },
  ])
})

test('a letter that shows its code on a locked screen is refused', async () => {
  const code = { ask: 'Type it', value: '123456', worksUntil: NOW.toISOString() }
  await expect(request({ letter: { ...LETTER, shortText: 'Your code is 123456', code } })).rejects.toThrow(
    'must not hold the code',
  )
  expect(await requested()).toEqual([])
})
