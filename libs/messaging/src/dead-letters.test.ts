import { createTestDatabase } from '@walkon/testing/database'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendToDeadLetters } from './dead-letters.ts'
import type { LogRecord } from './event-log.ts'
import { outbox } from './outbox.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(async () => {
  await db.delete(outbox)
})

const record: LogRecord = {
  topic: 'shop.doors',
  partition: 2,
  offset: 41n,
  key: 'a',
  value: Buffer.from([0, 255]),
  headers: { ce_id: 'none' },
}

const letter = async () => (await db.select().from(outbox))[0]
const count = () => db.$count(outbox)
const anError = (of: LogRecord) => ({ record: of, error: new TypeError('not a door'), attempts: 1 })

test('a dead letter is the message as it was, with what was wrong beside it', async () => {
  await sendToDeadLetters(db, 'shop', [{ record, error: new TypeError('not a door'), attempts: 3 }])

  expect(await letter()).toMatchObject({
    topic: 'shop.doors.dlq',
    key: 'a',
    value: Buffer.from([0, 255]),
    headers: {
      ce_id: 'none',
      'x-error-class': 'TypeError',
      'x-error-message': 'not a door',
      'x-original-topic': 'shop.doors',
      'x-original-partition': '2',
      'x-original-offset': '41',
      'x-consumer': 'shop',
      'x-attempts': '3',
    },
  })
})

test('a message without key and value is a dead letter without', async () => {
  await sendToDeadLetters(db, 'shop', [
    { record: { ...record, key: null, value: null }, error: new Error('empty'), attempts: 1 },
  ])

  expect(await letter()).toMatchObject({ key: null, value: null })
})

test('characters that PostgreSQL has no room for keep no message from the dead letters', async () => {
  const error = new Error(`${'x'.repeat(999)}🚪\0`)

  await sendToDeadLetters(db, 'shop', [
    { record: { ...record, key: 'a\0b', headers: { 'he\0ader': 'val\0ue' } }, error, attempts: 1 },
  ])

  expect(await letter()).toMatchObject({ key: 'ab', headers: { header: 'value' } })
})

test('a record that is set aside again, after a crash before its offset was committed, is one letter', async () => {
  await sendToDeadLetters(db, 'shop', [anError(record)])
  await sendToDeadLetters(db, 'shop', [anError(record), anError({ ...record, offset: 42n })])

  expect(await count()).toBe(2)
})

test('a record of another consumer, or of a topic that was made again, is a letter of its own', async () => {
  await sendToDeadLetters(db, 'shop', [anError(record)])
  await sendToDeadLetters(db, 'office', [anError(record)])
  await sendToDeadLetters(db, 'shop', [anError({ ...record, value: Buffer.from('another') })])

  expect(await count()).toBe(3)
})
