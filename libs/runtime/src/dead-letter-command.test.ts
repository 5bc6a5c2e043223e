import { defineEvent } from '@walkon/contracts/event'
import type { EventLog, LogRecord } from '@walkon/messaging/event-log'
import { on } from '@walkon/messaging/inbox'
import { createConsumer } from '@walkon/messaging/consumer'
import { publishPending } from '@walkon/messaging/outbox'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { answerDeadLetterCommand } from './dead-letter-command.ts'

const { db, url, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const log = createLog({ service: 'shop', level: 'silent' })
const { eventLog, start, close } = createPostgresLog({ url, log })
await start()
await db.execute(sql`create table opened (door text not null)`)
afterAll(async () => {
  await close()
  await drop()
})

const doorOpened = defineEvent({
  type: 'DoorOpened',
  summary: 'A door was opened.',
  topic: `test.${randomUUID()}`,
  publisher: 'billing',
  key: ({ door }) => door,
  data: z.object({ door: z.string() }),
})

const world = { isBroken: true }
const handlers = [
  on(doorOpened, async (events, tx) => {
    for (const { data } of events) await tx.execute(sql`insert into opened (door) values (${data.door})`)
    if (world.isBroken) throw new TypeError('a bug of ours')
  }),
]

const anOpening = (door: string, headers: Record<string, string> = {}): LogRecord => {
  const record = aRecord(anEvent(doorOpened, { door }), doorOpened)
  return { ...record, headers: { ...record.headers, ...headers } }
}
const listOpened = async () =>
  (await db.execute<{ door: string }>(sql`select door from opened order by door`)).map(({ door }) => door)

/** The command's lines and its exit code, by the clock of the test. */
async function run(args: string[], { now = new Date(), consumer = 'shop' } = {}) {
  const lines: string[] = []
  const desk = { consumer, eventLog, db, handlers, now, say: (line: string) => void lines.push(line) }
  const code = await answerDeadLetterCommand(args, desk)
  return { code, lines, text: lines.join('\n') }
}

/** Publishes records and waits until the consumer that cannot apply them has set them aside. */
async function setAside(...records: LogRecord[]): Promise<void> {
  world.isBroken = true
  await eventLog.publish(records)
  const consumer = createConsumer({
    group: 'shop',
    eventLog,
    db,
    handlers,
    log,
    metrics: createMetrics('shop'),
    onFatal: () => {},
  })
  await consumer.start?.()
  await vi.waitFor(async () => expect(await unread(eventLog)).toBe(0))
  await consumer.stop()
  while ((await publishPending(db, eventLog)) > 0);
  world.isBroken = false
}

async function unread(of: EventLog): Promise<number> {
  const lags = Object.values(await of.lag('shop', [doorOpened.topic])).flat()
  return lags.reduce((sum, { nextOffset, endOffset }) => sum + endOffset - nextOffset, 0)
}

const idsIn = async () => (await run(['list'])).lines.slice(0, -1).map((line) => line.split('  ')[0] ?? '')

beforeEach(async () => {
  await db.execute(sql`truncate opened, inbox, outbox`)
  await db.execute(sql`truncate event_log.batches`)
})

test('a list names each dead letter of the consumer with its type and its error, and no other consumer’s', async () => {
  await setAside(anOpening('front'))

  const { lines } = await run(['list'])
  expect(lines[0]).toMatch(/^test\..+\.dlq\/\d+\/\d+ {2}\S+ {2}DoorOpened {2}TypeError {2}a bug of ours$/)
  expect(lines.at(-1)).toBe('1 dead letters of shop')
  expect((await run(['list'], { consumer: 'another' })).lines).toEqual(['0 dead letters of another'])
})

test('a letter is shown as it was published, with where it stood', async () => {
  await setAside(anOpening('front'))
  const [id = ''] = await idsIn()

  const { text } = await run(['show', id])
  expect(text).toContain('{"door":"front"}')
  expect(text).toContain(`was     ${doorOpened.topic}/`)
})

test('a dry run says what would be applied, and applies nothing', async () => {
  await setAside(anOpening('front'))

  const { code, text } = await run(['resend', '--all'])
  expect(code).toBe(0)
  expect(text).toContain('1 of 1 would be applied')
  expect(await listOpened()).toEqual([])
})

test('a letter is applied once by the consumer that set it aside, and its topic gets nothing', async () => {
  await setAside(anOpening('front'), anOpening('back'))
  const ids = await idsIn()

  expect((await run(['resend', ...ids.slice(0, 1), '--apply'])).code).toBe(0)
  expect((await run(['resend', '--all', '--apply'])).text).toContain('was applied before')
  expect(await listOpened()).toEqual(['back', 'front'])
  expect(await unread(eventLog)).toBe(0)
})

test('a letter that its handler still refuses leaves nothing behind, and the command fails', async () => {
  await setAside(anOpening('front'))
  world.isBroken = true

  const { code, text } = await run(['resend', '--all', '--apply'])
  expect(code).toBe(1)
  expect(text).toContain('still refused: a bug of ours')
  expect(await listOpened()).toEqual([])
})

test('a letter older than the memory of what was applied and erased is left alone', async () => {
  await setAside(anOpening('front'))

  const { code, text } = await run(['resend', '--all', '--apply'], {
    now: new Date(Date.now() + 193 * 3_600_000),
  })
  expect(code).toBe(1)
  expect(text).toContain('older than the 192 hours')
  expect(await listOpened()).toEqual([])
})

test.for([[[]], [['resend']], [['resend', 'an-id', '--all']], [['burn']]])(
  'a wrong use, %o, is refused with the usage',
  async ([args]) => {
    const { code, text } = await run(args ?? [])
    expect(code).toBe(2)
    expect(text).toContain('dead-letters shop list')
  },
)
