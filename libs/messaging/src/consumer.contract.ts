import { deadLetterTopic } from '@walkon/contracts/topics'
import { defineEvent, type EventDefinition } from '@walkon/contracts/event'
import type { Database, Transaction } from '@walkon/service/database'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { aRecord, anEvent } from '@walkon/testing/events'
import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { countUnread } from './consumer-lag.ts'
import { createConsumer } from './consumer.ts'
import type { LogUnderTest } from './event-log.contract.ts'
import type { EventLog, LogRecord, NewRecord } from './event-log.ts'
import { on } from './inbox.ts'
import { publishPending } from './outbox.ts'

/** What a service may rely on when it reads either log: each fact has its effect once, also after a fault. */
export function describeConsumer(name: string, create: () => Promise<LogUnderTest>): void {
  describe(name, () => {
    let log: LogUnderTest
    let database: Awaited<ReturnType<typeof createTestDatabase>>
    beforeAll(async () => {
      log = await create()
      database = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
      await database.db.execute(sql`create table opened (door text not null)`)
    })
    afterAll(() => database.drop())

    async function aShop() {
      const doorOpened = defineEvent({
        type: 'DoorOpened',
        summary: 'A door was opened.',
        topic: await log.newTopic(),
        publisher: 'billing',
        key: (data) => data.door,
        data: z.object({ door: z.string() }),
      })
      const eventLog = await log.connect()
      const anOpening = (door: string): LogRecord => aRecord(anEvent(doorOpened, { door }), doorOpened)
      return { doorOpened, eventLog, anOpening, group: randomUUID() }
    }

    test('an event published twice has its effect once', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      const twice = anOpening('twice')
      await eventLog.publish([twice, anOpening('between'), twice])
      await eventLog.publish([twice, anOpening('last')])

      await startConsumer({ db: database.db, eventLog, group }, doorOpened)

      await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))
      expect(await countOpenings(database.db, 'twice')).toBe(1)
      expect(await countOpenings(database.db, 'last')).toBe(1)
    })

    test('a batch that was applied but not acknowledged has its effect once', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      await eventLog.publish([anOpening('unacknowledged')])
      const losing = losingAcknowledgements(eventLog, 2)

      await startConsumer({ db: database.db, eventLog: losing, group }, doorOpened)

      await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))
      expect(await countOpenings(database.db, 'unacknowledged')).toBe(1)
    })

    test('what cannot be read is a dead letter as it was, and what is beside it is applied', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      const { topic } = doorOpened
      const good = anOpening('beside-poison')
      const poison: NewRecord[] = [
        { topic, key: good.key, value: Buffer.from('{"door":'), headers: good.headers },
        {
          topic,
          key: good.key,
          value: Buffer.from('{"door":7}'),
          headers: { ...good.headers, ce_id: randomUUID() },
        },
        { topic, key: good.key, value: Buffer.from([0, 255]), headers: { whatever: 'it is' } },
        { topic, key: good.key, value: null, headers: {} },
      ]
      await eventLog.publish([...poison, good])
      await startConsumer({ db: database.db, eventLog, group }, doorOpened)
      await vi.waitFor(() => isDrained(eventLog, group, topic))

      const letters = await readDeadLetters(database.db, eventLog, topic)

      expect(letters.map(({ key, value }) => ({ key, value }))).toEqual(
        poison.map(({ key, value }) => ({ key, value })),
      )
      for (const [index, { headers }] of letters.entries()) {
        expect(headers).toMatchObject({
          ...poison[index]?.headers,
          'x-error-class': 'UnreadableMessage',
          'x-consumer': group,
        })
      }
      expect(await countOpenings(database.db, 'beside-poison')).toBe(1)
    })

    test('records beside a poison one are applied together, whether it cannot be read or its handler refuses it', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      const { topic } = doorOpened
      const unreadable = { topic, key: 'a', value: Buffer.from('{"door":'), headers: anOpening('a').headers }
      const doors = Array.from({ length: 8 }, (_, index) => `together-${index}`)
      await eventLog.publish([
        ...doors.slice(0, 4).map((door) => ({ ...anOpening(door), key: 'a' })),
        unreadable,
        ...doors.slice(4).map((door) => ({ ...anOpening(door), key: 'a' })),
        { ...anOpening('refused'), key: 'a' },
      ])
      const applied: string[][] = []
      await startConsumer({ db: database.db, eventLog, group }, doorOpened, async (batch, tx) => {
        if (batch.includes('refused')) throw new TypeError('a bug of ours')
        await tx.execute(sql`select 1`)
        applied.push(batch)
      })

      await vi.waitFor(() => isDrained(eventLog, group, topic))

      const letters = await readDeadLetters(database.db, eventLog, topic)
      expect(new Set(letters.map(({ headers }) => headers['x-error-class']))).toEqual(
        new Set(['TypeError', 'UnreadableMessage']),
      )
      expect(applied.flat()).toEqual(doors)
      // Halving nine leaves the first five together.
      expect(applied[0]).toEqual(doors.slice(0, 5))
    })

    test('a statement that is always too slow costs its message, not the partition', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      await eventLog.publish([anOpening('slow'), anOpening('quick')])
      await startConsumer({ db: database.db, eventLog, group }, doorOpened, async (doors, tx) => {
        if (!doors.includes('slow')) return
        await tx.execute(sql`select set_config('statement_timeout', '20', true)`)
        await tx.execute(sql`select pg_sleep(10)`)
      })

      await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))

      const letters = await readDeadLetters(database.db, eventLog, doorOpened.topic)
      expect(letters).toHaveLength(1)
      expect(await countOpenings(database.db, 'quick')).toBe(1)
    })

    test('a handler that always throws a TypeError costs its message, not the consumer', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      await eventLog.publish([anOpening('broken'), anOpening('whole')])
      const consumer = await startConsumer(
        { db: database.db, eventLog, group },
        doorOpened,
        async (doors) => {
          if (doors.includes('broken')) throw new TypeError('a bug of ours')
        },
      )
      await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))

      const letters = await readDeadLetters(database.db, eventLog, doorOpened.topic)

      expect(letters.map(({ headers }) => headers['x-error-class'])).toEqual(['TypeError'])
      expect(await countOpenings(database.db, 'broken')).toBe(0)
      expect(await countOpenings(database.db, 'whole')).toBe(1)
      await eventLog.publish([anOpening('afterwards')])
      await vi.waitFor(async () => expect(await countOpenings(database.db, 'afterwards')).toBe(1))
      expect(consumer.onFatal).not.toHaveBeenCalled()
    })

    test('a database that is away is waited for, and nothing becomes a dead letter', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      const away = await throughProxy(database.url)
      const consumer = await startConsumer({ db: away.db, eventLog, group }, doorOpened)
      await eventLog.publish([anOpening('before')])
      await vi.waitFor(async () => expect(await countOpenings(database.db, 'before')).toBe(1))

      await away.cut()
      await eventLog.publish([anOpening('meanwhile')])
      await vi.waitFor(() => expect(consumer.warnings()).toContain('waiting for the database'))
      await away.restore()

      await vi.waitFor(async () => expect(await countOpenings(database.db, 'meanwhile')).toBe(1))
      await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))
      expect(await readDeadLetters(database.db, eventLog, doorOpened.topic)).toEqual([])
    })

    test('a transaction that is ended from outside is tried again, and nothing becomes a dead letter', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      await eventLog.publish([anOpening('interrupted')])
      let terminations = 3
      await startConsumer({ db: database.db, eventLog, group }, doorOpened, async (_, tx) => {
        if (terminations-- > 0) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
      })

      await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))

      expect(await countOpenings(database.db, 'interrupted')).toBe(1)
      expect(await readDeadLetters(database.db, eventLog, doorOpened.topic)).toEqual([])
    })

    test('stopping does not wait for a database that is away, and loses nothing', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop()
      const away = await throughProxy(database.url)
      const consumer = await startConsumer({ db: away.db, eventLog, group }, doorOpened)
      await away.cut()
      await eventLog.publish([anOpening('left')])
      await vi.waitFor(() => expect(consumer.warnings()).toContain('waiting for the database'))

      await consumer.stop()

      await startConsumer({ db: database.db, eventLog, group }, doorOpened)
      await vi.waitFor(async () => expect(await countOpenings(database.db, 'left')).toBe(1))
    })
  })
}

type Shop = { db: Database; eventLog: EventLog; group: string }
type DoorOpened = EventDefinition<'DoorOpened', z.ZodObject<{ door: z.ZodString }>>

/** Notes each opened door, after what the test does in the same transaction. */
async function startConsumer(
  { db, eventLog, group }: Shop,
  doorOpened: DoorOpened,
  inTransaction: (doors: string[], tx: Transaction) => Promise<void> = async () => {},
) {
  const lines: string[] = []
  const log = createLog({ service: 'shop', level: 'warn' }, { write: (line) => void lines.push(line) })
  const onFatal = vi.fn()
  const note = on(doorOpened, async (events, tx) => {
    const doors = events.map(({ data }) => data.door)
    await inTransaction(doors, tx)
    for (const door of doors) await tx.execute(sql`insert into opened (door) values (${door})`)
  })
  const consumer = createConsumer({
    group,
    eventLog,
    db,
    handlers: [note],
    log,
    metrics: createMetrics('shop'),
    onFatal,
  })
  onTestFinished(async () => {
    await consumer.stop()
  })
  await consumer.start?.()
  const warnings = () => lines.map((line): unknown => JSON.parse(line).msg)
  return { onFatal, warnings, stop: () => consumer.stop() }
}

async function countOpenings(db: Database, door: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from opened where door = ${door}`,
  )
  return row?.count ?? 0
}

async function isDrained(eventLog: EventLog, group: string, topic: string): Promise<void> {
  expect(countUnread((await eventLog.lag(group, [topic]))[topic] ?? [])).toBe(0)
}

/** Publishes the dead letters and reads all of them. */
async function readDeadLetters(db: Database, eventLog: EventLog, topic: string): Promise<LogRecord[]> {
  while ((await publishPending(db, eventLog)) > 0);
  const group = randomUUID()
  const records: LogRecord[] = []
  const subscriber = eventLog.subscribe({
    group,
    topics: [deadLetterTopic(topic)],
    maxBatch: 100,
    onBatch: async (batch) => void records.push(...batch.records),
    onFatal: () => {},
  })
  await subscriber.start()
  await vi.waitFor(() => isDrained(eventLog, group, deadLetterTopic(topic)))
  await subscriber.stop()
  return records
}

/** The same log, except that the first batches are applied and then not acknowledged. */
function losingAcknowledgements(eventLog: EventLog, count: number): EventLog {
  let remaining = count
  return {
    ...eventLog,
    subscribe: (subscription) =>
      eventLog.subscribe({
        ...subscription,
        onBatch: async (batch, signal) => {
          await subscription.onBatch(batch, signal)
          if (remaining-- > 0) throw new Error('The acknowledgement was lost')
        },
      }),
  }
}

async function throughProxy(url: string) {
  const { hostname, port } = new URL(url)
  const proxy = await createTcpProxy({ host: hostname, port: Number(port) })
  const proxied = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) })
  const { db, close } = connectPostgres({
    url: proxied.href,
    schema: 'shop',
    poolSize: 3,
    applicationName: 'proxied',
  })
  onTestFinished(async () => {
    await close()
    await proxy.cut().catch(() => {})
  })
  return { db, cut: proxy.cut, restore: proxy.restore }
}
