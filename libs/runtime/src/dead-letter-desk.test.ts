import type { DeadLetters, LetterOutcome } from '@walkon/contracts/http/dead-letters'
import { defineEvent } from '@walkon/contracts/event'
import { on } from '@walkon/messaging/inbox'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestAccounts } from '@walkon/testing/accounts'
import { createTestDatabase } from '@walkon/testing/database'
import { aDeadLetter, createTestLog } from '@walkon/testing/event-log'
import { anEvent, aRecord } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { deadLetterDesk } from './dead-letter-desk.ts'
import { findSigningKey } from './signing-keys.ts'

const ISSUER = 'https://walkon.example/auth/v1'
const HOUR_MS = 3_600_000
const { db, url, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const { eventLog, close } = createTestLog(url)
const accounts = await createTestAccounts(db, ISSUER)
await db.execute(sql`create table opened (door text not null)`)

const doorOpened = defineEvent({
  type: 'DoorOpened',
  summary: 'A door was opened.',
  topic: `test.${randomUUID()}`,
  publisher: 'billing',
  key: ({ door }) => door,
  data: z.object({ door: z.string() }),
})
const world = { isBroken: false, now: new Date() }
const handlers = [
  on(doorOpened, async (events, tx) => {
    for (const { data } of events) await tx.execute(sql`insert into opened (door) values (${data.door})`)
    if (world.isBroken) throw new TypeError('a bug of ours')
  }),
]
const app = createHttpApp({
  service: 'shop',
  log: createLog({ service: 'shop', level: 'silent' }),
  metrics: createMetrics('shop'),
  accessTokens: { issuer: ISSUER, findKey: findSigningKey(db, () => new Date()), now: () => new Date() },
})
app.register(deadLetterDesk, { db, eventLog, consumer: 'shop', handlers, now: () => world.now })
afterAll(async () => {
  await app.close()
  await close()
  await drop()
})
beforeEach(async () => {
  Object.assign(world, { isBroken: false, now: new Date() })
  await db.execute(sql`truncate opened, inbox, admin_actions`)
  await db.execute(sql`truncate event_log.batches`).catch(() => {})
})

const adminId = randomUUID()
const headers = accounts.headersFor({
  email: 'root@example.com',
  userId: adminId,
  roles: ['admin'],
  aal: 'aal2',
})
const anOpening = (door: string) => aRecord(anEvent(doorOpened, { door }), doorOpened)
const setAside = (door = 'front') =>
  aDeadLetter('shop', { db, eventLog, handlers }, { record: anOpening(door) })
const list = async () => (await app.inject({ url: '/dead-letters', headers })).json<DeadLetters>()
const ask = (id: string, isDryRun: boolean, reason = 'Mended') =>
  app.inject({ method: 'POST', url: '/dead-letters/replay', headers, payload: { id, isDryRun, reason } })
const outcomeOf = async (id: string, isDryRun = false) => (await ask(id, isDryRun)).json<LetterOutcome>()
const listOpened = async () =>
  (await db.execute<{ door: string }>(sql`select door from opened`)).map((row) => row.door)
const listActs = () =>
  db.execute(
    sql`select actor_id as "actorId", action, subject_id as "subjectId", reason from admin_actions order by acted_at`,
  )

test('200: an admin sees where each record was, its age and its error, and nothing of what it says', async () => {
  const id = await setAside('the back door of Ana')
  await aDeadLetter('another', { db, eventLog, handlers }, { record: anOpening('side') })

  expect(await list()).toEqual({
    letters: [
      {
        id,
        topic: doorOpened.topic,
        partition: 0,
        offset: expect.stringMatching(/^\d+$/),
        type: 'DoorOpened',
        occurredAt: expect.stringMatching(/Z$/),
        errorClass: 'Error',
        errorMessage: 'a bug of ours',
        standing: 'waiting',
      },
    ],
    total: 1,
  })
})

test('200: a dry run says that the record would be applied, and changes nothing but the audit trail', async () => {
  const id = await setAside()

  expect(await outcomeOf(id, true)).toEqual({ outcome: 'would-be-applied', why: null })
  expect(await listOpened()).toEqual([])
  expect((await list()).letters).toMatchObject([{ standing: 'waiting' }])
  expect(await listActs()).toEqual([
    { actorId: adminId, action: 'try-dead-letter', subjectId: id, reason: 'Mended' },
  ])
})

test('200: a record is applied once, however often and at once it is asked for', async () => {
  const id = await setAside()

  const outcomes = await Promise.all([outcomeOf(id), outcomeOf(id), outcomeOf(id)])
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
    'applied',
    'applied-before',
    'applied-before',
  ])
  expect(await listOpened()).toEqual(['front'])
  expect((await list()).letters).toMatchObject([{ standing: 'applied-before' }])
  const acts = await listActs()
  const actions = acts.map(({ action }) => String(action))
  expect(actions.toSorted()).toEqual(['replay-dead-letter', 'try-dead-letter', 'try-dead-letter'])
})

test('200: a record that its handler refuses again says why, and leaves a try in the audit trail', async () => {
  const id = await setAside()
  world.isBroken = true

  expect(await outcomeOf(id)).toEqual({ outcome: 'refused', why: 'a bug of ours' })
  expect(await listOpened()).toEqual([])
  expect(await listActs()).toMatchObject([{ action: 'try-dead-letter' }])
})

test('200: a record that is no event is listed as unreadable, and refused with what is wrong', async () => {
  const id = await aDeadLetter('shop', { db, eventLog, handlers })

  expect((await list()).letters).toMatchObject([{ id, type: null, occurredAt: null, standing: 'unreadable' }])
  expect(await outcomeOf(id)).toMatchObject({
    outcome: 'refused',
    why: expect.stringMatching(/^No CloudEvent/),
  })
})

test('200: a record that is older than the memory of what was applied is left alone', async () => {
  const id = await setAside()
  world.now = new Date(Date.now() + 193 * HOUR_MS)

  expect((await list()).letters).toMatchObject([{ standing: 'too-old' }])
  expect(await outcomeOf(id)).toEqual({ outcome: 'too-old', why: null })
  expect(await listOpened()).toEqual([])
})

test('404: the letter of another consumer, or of a topic that the service does not hear, is not there', async () => {
  const id = await aDeadLetter('another', { db, eventLog, handlers }, { record: anOpening('side') })

  for (const unknown of [id, `${doorOpened.topic}.dlq/0/999999`, 'another.topic.dlq/0/0'])
    expect((await ask(unknown, false)).statusCode).toBe(404)
  expect(await listActs()).toEqual([])
})

test.for(['', '../../etc', 'test.dlq/0', 'test.dlq/0/1;drop'])(
  '400: “%s” is the id of no letter',
  async (id) => {
    expect((await ask(id, false)).statusCode).toBe(400)
  },
)

test('503: a log that does not answer in time is said to be away', async () => {
  const silent = createHttpApp({
    service: 'shop',
    log: createLog({ service: 'shop', level: 'silent' }),
    metrics: createMetrics('shop'),
    accessTokens: { issuer: ISSUER, findKey: findSigningKey(db, () => new Date()), now: () => new Date() },
  })
  const away = {
    read: (_topics: string[], _take: unknown, signal?: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  silent.register(deadLetterDesk, {
    db,
    eventLog: away,
    consumer: 'shop',
    handlers,
    now: () => new Date(),
    readWithinMs: 1,
  })

  expect((await silent.inject({ url: '/dead-letters', headers })).statusCode).toBe(503)
  await silent.close()
})
