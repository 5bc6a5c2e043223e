import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { countUnread } from './consumer-lag.ts'
import { aRecord, aTopicWith, joinGroup, numbers, type LogUnderTest } from './event-log.contract-log.ts'
import type { EventLog, LogRecord } from './event-log.ts'
import { testMembers } from './log-members.contract.ts'
import { RejectedRecords } from './rejected-records.ts'

/** What both adapters of the log promise. */
export function describeEventLog(name: string, create: () => Promise<LogUnderTest>): void {
  describe(name, () => {
    let log: LogUnderTest
    beforeAll(async () => {
      log = await create()
    })

    test('a record arrives as it was published', async () => {
      const { topic, eventLog, group } = await aTopicWith(log)
      const bytes = Buffer.from([0, 255, 10, 92, 120])
      const record = { topic, key: 'clé "1"', value: bytes, headers: { ce_id: 'ü, {"a"}', empty: '' } }
      const bare = { topic, key: null, value: null, headers: {} }

      await eventLog.publish([record, bare])

      const { records } = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(records).toHaveLength(2))
      expect(records).toEqual(
        expect.arrayContaining([expect.objectContaining(record), expect.objectContaining(bare)]),
      )
    })

    test.for([
      ['text', Buffer.from('{"name":"Rémy’s 🎢"}')],
      ['text with a NUL character', Buffer.from('a\0b')],
      ['no text', Buffer.from([0xc3, 0x28])],
    ] as const)('a value that is %s arrives byte by byte', async ([, value]) => {
      const { topic, eventLog, group } = await aTopicWith(log)
      const values = [value, Buffer.from('after it')]

      await eventLog.publish(values.map((bytes) => ({ topic, key: 'a', value: bytes, headers: {} })))

      const { records } = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(records).toHaveLength(2))
      expect(records).toEqual(values.map((bytes) => expect.objectContaining({ value: bytes })))
    })

    test('records of one key arrive in the order in which they were published', async () => {
      const { topic, eventLog, group } = await aTopicWith(log)
      const { records } = await joinGroup(eventLog, group, topic, { maxBatch: 7 })

      for (let round = 0; round < 5; round++) {
        const values = Array.from({ length: 40 }, (_, index) => round * 40 + index)
        await eventLog.publish(values.map((value) => aRecord(topic, `key-${value % 5}`, String(value))))
      }

      await vi.waitFor(() => expect(records).toHaveLength(200))
      const byKey = Map.groupBy(records, ({ key }) => key)
      expect(byKey.size).toBe(5)
      for (const ofKey of byKey.values()) {
        const values = ofKey.map(({ value }) => Number(value))
        expect(values).toEqual(values.toSorted((a, b) => a - b))
      }
    })

    test('every group gets every record, also one that comes late', async () => {
      const { topic, eventLog, group } = await aTopicWith(log, ['1', '2'])
      const early = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(early.values()).toEqual(['1', '2']))

      await eventLog.publish([aRecord(topic, 'a', '3')])
      const late = await joinGroup(eventLog, randomUUID(), topic)

      await vi.waitFor(() => expect(late.values()).toEqual(['1', '2', '3']))
      await vi.waitFor(() => expect(early.values()).toEqual(['1', '2', '3']))
    })

    test('all that topics hold is read without a group, each partition in its order, and no consumer misses it', async () => {
      const { topic, eventLog, group } = await aTopicWith(log, numbers(600))
      const other = await aTopicWith(log, ['other'])
      const read: string[] = []
      const take = (records: LogRecord[]) => void read.push(...records.map(({ value }) => String(value)))

      await eventLog.read([topic], take)
      expect(read).toEqual(numbers(600))

      await eventLog.read([other.topic, topic], take)
      expect(read.slice(600).toSorted()).toEqual([...numbers(600), 'other'].toSorted())
      const consumer = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(consumer.values()).toHaveLength(600))
    })

    test('a reading that is given up ends with the reason', async () => {
      const { topic, eventLog } = await aTopicWith(log, ['1'])

      await expect(
        eventLog.read([topic], () => {}, AbortSignal.abort(new Error('too late'))),
      ).rejects.toThrow('too late')
    })

    test('a group goes on after a restart where it had acknowledged', async () => {
      const { topic, eventLog, group } = await aTopicWith(log, ['1', '2'])
      const before = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(before.values()).toEqual(['1', '2']))
      await before.subscriber.stop()
      await eventLog.publish([aRecord(topic, 'a', '3')])

      const after = await joinGroup(await log.connect(), group, topic)

      await vi.waitFor(() => expect(after.values()).toEqual(['3']))
    })

    test('a group that stopped in the midst of what was published at once goes on there', async () => {
      const { topic, eventLog, group } = await aTopicWith(log, numbers(5))
      const secondBatch = Promise.withResolvers<void>()
      const before = await joinGroup(eventLog, group, topic, {
        maxBatch: 2,
        onBatch: async ({ records }, signal) => {
          if (String(records[0]?.value) === '0') return
          secondBatch.resolve()
          await once(signal, 'abort')
          throw signal.reason
        },
      })
      await secondBatch.promise
      await before.subscriber.stop()

      const after = await joinGroup(await log.connect(), group, topic)

      await vi.waitFor(() => expect([...before.values(), ...after.values()]).toEqual(numbers(5)))
    })

    test('batches are no larger than asked for, and those of one partition never overlap', async () => {
      const { topic, eventLog, group } = await aTopicWith(log, numbers(50))
      const sizes: number[] = []
      let atWork = 0
      let most = 0
      await joinGroup(eventLog, group, topic, {
        maxBatch: 10,
        onBatch: async ({ records }) => {
          most = Math.max(most, ++atWork)
          await new Promise(setImmediate)
          sizes.push(records.length)
          atWork--
        },
      })

      await vi.waitFor(() => expect(sizes.reduce((a, b) => a + b, 0)).toBe(50))
      expect(Math.max(...sizes)).toBe(10)
      expect(most).toBe(1)
    })

    test('a rejected batch comes again before what follows it', async () => {
      const { topic, eventLog, group } = await aTopicWith(log, ['1', '2', '3'])
      let failures = 2
      const member = await joinGroup(eventLog, group, topic, {
        maxBatch: 1,
        onBatch: async ({ records }) => {
          if (records.some(({ value }) => String(value) === '2') && failures-- > 0) throw new Error('not now')
        },
      })

      await vi.waitFor(() => expect(member.values()).toEqual(['1', '2', '3']))
      expect(failures).toBe(-1)
    })

    test.each(FAULTS)('a %s does not end the member', async (_, Fault) => {
      const { topic, eventLog, group } = await aTopicWith(log, ['1', '2'])
      let isFaulty = true
      const member = await joinGroup(eventLog, group, topic, {
        onBatch: async () => {
          if (!isFaulty) return
          isFaulty = false
          throw new Fault('a bug of ours')
        },
      })

      await vi.waitFor(() => expect(member.values()).toEqual(['1', '2']))
      expect(member.subscriber.isAlive()).toBe(true)
      expect(member.onFatal).not.toHaveBeenCalled()
    })

    test('the lag of a group is what it has not acknowledged', async () => {
      const { topic, eventLog, group } = await aTopicWith(log, ['1', '2', '3'])
      expect(await unreadOf(eventLog, group, topic)).toBe(3)

      await joinGroup(eventLog, group, topic)

      await vi.waitFor(async () => expect(await unreadOf(eventLog, group, topic)).toBe(0))
    })

    test('a record that is too large is refused by name, and all others are published', async () => {
      const { topic, eventLog, group } = await aTopicWith(log)
      const large = 'x'.repeat(1_000_001)

      const published = eventLog.publish([
        aRecord(topic, 'a', '1'),
        aRecord(topic, 'a', large),
        aRecord(topic, 'a', '2'),
      ])

      await expect(published).rejects.toThrow(RejectedRecords)
      await expect(published).rejects.toMatchObject({ rejected: [{ index: 1, topic, key: 'a' }] })
      const member = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(member.values()).toEqual(['1', '2']))
    })

    test('many records that fit one by one are published together, also where their sum exceeds the limit', async () => {
      const { topic, eventLog, group } = await aTopicWith(log)
      const heavy = Array.from({ length: 12 }, (_, index) => String(index).padEnd(300_000, '.'))

      await eventLog.publish(heavy.map((value) => aRecord(topic, 'a', value)))

      const member = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() =>
        expect(member.values().map(Number.parseFloat)).toEqual(heavy.map((_, index) => index)),
      )
    })

    testMembers(() => log)
  })
}

/** Errors at which kafkajs by itself would stop the consumer. */
const FAULTS = [TypeError, RangeError, ReferenceError, SyntaxError].map(
  (Fault) => [Fault.name, Fault] as const,
)

const unreadOf = async (eventLog: EventLog, group: string, topic: string) =>
  countUnread((await eventLog.lag(group, [topic]))[topic] ?? [])
