import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aNumber, aTextPass, createTestNotifier } from '../testing/notifier.ts'

const { db, hear, runJob, listDeliveries, suppress, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const pass = (address: string, email = 'visitor@example.com') =>
  aTextPass({ email, recipient: { channel: 'sms', address } })
const questions = async () => (await listDeliveries()).map(({ address, content }) => [address, content])
const minutesPass = (minutes: number) =>
  db.execute(sql`update consents set asked_at = asked_at - make_interval(mins => ${minutes})`)

test('a number that an order names is asked once whether it wants texts, and the version of the words is kept', async () => {
  const number = aNumber()
  await hear([pass(number)])
  await hear([pass(number)])

  expect(await questions()).toEqual([[number, { kind: 'number-question', isReminder: false }]])
  expect(await db.execute(sql`select number, email, version from consents`)).toEqual([
    { number, email: 'visitor@example.com', version: '2026-11-22' },
  ])
})

const letters = async () =>
  (await listDeliveries()).flatMap(({ address, content }) =>
    content && 'subject' in content ? [[address, content.subject]] : [],
  )

test('the owner of an address that is known is mailed, once, of a number that an order is the first to name', async () => {
  await hear([pass('+14075550101')])
  expect(await letters()).toEqual([])

  await hear([pass('+14075550102')])
  await hear([pass('+14075550102'), pass('+14075550101')])

  expect(await letters()).toEqual([['visitor@example.com', 'A new phone number gets your alerts']])
})

test('an order that its owner confirmed by mail is not written of again: that mail named its number', async () => {
  await hear([pass('+14075550101')])
  await hear([
    aTextPass({
      email: 'visitor@example.com',
      recipient: { channel: 'sms', address: '+14075550102' },
      confirmedByMailAt: new Date().toISOString(),
    }),
  ])

  expect(await letters()).toEqual([])
})

test('a pass of email alerts asks no number', async () => {
  await hear([
    aTextPass({ recipient: { channel: 'email', address: 'visitor@example.com' }, consent: undefined }),
  ])
  expect(await questions()).toEqual([])
})

test('a number that has confirmed is not asked again, and is asked about another visitor’s alerts', async () => {
  const number = aNumber()
  await hear([pass(number)])
  await db.execute(sql`update consents set confirmed_at = now()`)
  await minutesPass(120)

  await hear([pass(number)])
  expect(await questions()).toHaveLength(1)
  await hear([pass(number, 'other@example.com')])
  expect(await questions()).toHaveLength(2)
})

test('a number is asked three times a day at most, whatever orders name it', async () => {
  const number = aNumber()
  for (const name of ['a', 'b', 'c', 'd']) await hear([pass(number, `${name}@example.com`)])

  expect(await questions()).toHaveLength(3)
})

test('a number that has not answered is reminded once, after ten minutes', async () => {
  const number = aNumber()
  await hear([pass(number)])
  await runJob('remind-numbers')
  expect(await questions()).toHaveLength(1)

  await minutesPass(11)
  await runJob('remind-numbers')
  await runJob('remind-numbers')

  expect(await questions()).toEqual(
    expect.arrayContaining([[number, { kind: 'number-question', isReminder: true }]]),
  )
  expect(await questions()).toHaveLength(2)
})

test('a number that has stopped is not reminded', async () => {
  const number = aNumber()
  await hear([pass(number)])
  await minutesPass(11)
  const [row] = await db.execute<{ hash: string }>(sql`select number_hash as hash from consents`)
  await suppress({ channel: 'sms', addressHash: row!.hash, reason: 'unsubscribed', scope: 'all' })

  await runJob('remind-numbers')

  expect(await questions()).toHaveLength(1)
})
