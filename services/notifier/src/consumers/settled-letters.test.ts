import { letterSettled, userNotificationRequested } from '@walkon/contracts/events/notifications'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aLetter } from '../testing/letters.ts'
import { createTestNotifier } from '../testing/notifier.ts'
import { eraseUsers } from '../use-cases/accounts/erase-users.ts'
import { keepOutcomes } from '../use-cases/deliveries/keep-outcomes.ts'
import { publishOutcomes } from '../use-cases/deliveries/publish-outcomes.ts'
import { listDeliveriesOfLetters } from '../db/deliveries/transitions.ts'

const { clear, close, db, hear, published, request, runJob } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const AT_ONCE = { quiet: 0, longest: 0 }

const aRequest = (address = 'visitor@example.com', channel: 'email' | 'sms' = 'email') => ({
  notificationId: randomUUID(),
  recipient: { channel, address },
  notification: aLetter(),
  expiresAt: '2099-04-14T12:00:00Z',
})
/** The letter's delivery comes to this end. */
const end = (notificationId: string, state: string, reason: string | null = null) =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`update deliveries set state = ${state}, last_error = ${reason} where source_id = ${notificationId}`,
    )
    await keepOutcomes(tx, await listDeliveriesOfLetters(tx, [notificationId]))
  })
const settled = async () => {
  await publishOutcomes(db, AT_ONCE)
  return published(letterSettled)
}

test.each([
  ['accepted', null],
  ['failed', 'in-doubt'],
] as const)('a letter that is %s is told as settled, with the reason %s', async (state, reason) => {
  const letter = aRequest()
  await request(letter)
  await end(letter.notificationId, state, reason)
  expect(await settled()).toMatchObject([{ notificationId: letter.notificationId, outcome: state, reason }])
})

test('a letter that is requested again after its end is told as settled once more, and sent once', async () => {
  const letter = aRequest()
  await request(letter)
  await end(letter.notificationId, 'accepted')
  await settled()
  await request(letter)

  expect((await settled()).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
  expect(await db.execute(sql`select from deliveries`)).toHaveLength(1)
})

test('a letter to an erased address is told as dropped', async () => {
  const userId = randomUUID()
  const addresses = [
    { userId, addressHash: hashAddress('visitor@example.com'), deletedAt: '2099-01-01T00:00:00Z' },
  ]
  await db.transaction((tx) => eraseUsers(tx, addresses, new Date()))
  const letter = aRequest()
  await request(letter)
  expect(await settled()).toMatchObject([
    { notificationId: letter.notificationId, outcome: 'dropped', reason: 'erased' },
  ])
})

test('a letter that is queued when its recipient is erased is told as dropped', async () => {
  const letter = aRequest()
  await request(letter)
  await db.transaction((tx) =>
    eraseUsers(
      tx,
      [
        {
          userId: randomUUID(),
          addressHash: hashAddress('visitor@example.com'),
          deletedAt: '2099-01-01T00:00:00Z',
        },
      ],
      new Date(),
    ),
  )
  expect(await settled()).toMatchObject([{ notificationId: letter.notificationId, reason: 'erased' }])
})

test('a letter to a country that is not texted is told as dropped, with why', async () => {
  const letter = aRequest('+442071838750', 'sms')
  await request(letter)
  expect(await settled()).toMatchObject([{ notificationId: letter.notificationId, reason: 'text-country' }])
})

test('a letter whose user stayed unknown until it expired is told as dropped', async () => {
  const notificationId = randomUUID()
  const notification = aLetter()
  const expiresAt = new Date(Date.now() - 1_000).toISOString()
  await hear([
    heard(userNotificationRequested, { notificationId, userId: randomUUID(), notification, expiresAt }),
  ])
  await runJob('drop-letters')
  expect(await settled()).toMatchObject([{ notificationId, outcome: 'dropped', reason: 'user-unknown' }])
})
