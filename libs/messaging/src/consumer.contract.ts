import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabaseFaults } from './consumer-faults.contract.ts'
import {
  aShop,
  countOpenings,
  createShopDatabase,
  isDrained,
  readDeadLetters,
  startConsumer,
  type ShopDatabase,
} from './consumer.contract-shop.ts'
import type { LogUnderTest } from './event-log.contract-log.ts'
import type { EventLog, NewRecord } from './event-log.ts'

/** What a service may rely on when it reads either log: each fact has its effect once, also after a fault. */
export function describeConsumer(name: string, create: () => Promise<LogUnderTest>): void {
  describe(name, () => {
    let log: LogUnderTest
    let database: ShopDatabase
    beforeAll(async () => {
      log = await create()
      database = await createShopDatabase()
    })
    afterAll(() => database.drop())

    test('an event published twice has its effect once', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop(log)
      const twice = anOpening('twice')
      await eventLog.publish([twice, anOpening('between'), twice])
      await eventLog.publish([twice, anOpening('last')])

      await startConsumer({ db: database.db, eventLog, group }, doorOpened)

      await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))
      expect(await countOpenings(database.db, 'twice')).toBe(1)
      expect(await countOpenings(database.db, 'last')).toBe(1)
    })

    test('a batch that was applied but not acknowledged has its effect once', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop(log)
      await eventLog.publish([anOpening('unacknowledged')])
      const losing = losingAcknowledgements(eventLog, 2)

      await startConsumer({ db: database.db, eventLog: losing, group }, doorOpened)

      await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))
      expect(await countOpenings(database.db, 'unacknowledged')).toBe(1)
    })

    test('what cannot be read is a dead letter as it was, and what is beside it is applied', async () => {
      const { doorOpened, eventLog, anOpening, group } = await aShop(log)
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
      const { doorOpened, eventLog, anOpening, group } = await aShop(log)
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
      const { doorOpened, eventLog, anOpening, group } = await aShop(log)
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
      const { doorOpened, eventLog, anOpening, group } = await aShop(log)
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

    testDatabaseFaults(
      () => log,
      () => database,
    )
  })
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
