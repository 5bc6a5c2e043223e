import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MemberOrder, MemberSettings } from './event-log.contract-member.ts'
import { countUnread } from './consumer-lag.ts'
import type { EventLog, NewRecord, RecordBatch, Subscriber } from './event-log.ts'
import { RejectedRecords } from './rejected-records.ts'

/** An adapter of the log, as the contract is tested against it. */
export type LogUnderTest = {
  /** The log as one more process has it. */
  connect(): Promise<EventLog>
  /** A topic without records, with three partitions, and the topic of its dead letters. */
  newTopic(): Promise<string>
  /** How another process reaches the same log. */
  member: MemberSettings
}

/** What both adapters of the log promise. */
export function describeEventLog(name: string, create: () => Promise<LogUnderTest>): void {
  describe(name, () => {
    let log: LogUnderTest
    beforeAll(async () => {
      log = await create()
    })

    async function aTopicWith(...values: string[]) {
      const topic = await log.newTopic()
      const eventLog = await log.connect()
      if (values.length > 0) await eventLog.publish(values.map((value) => aRecord(topic, 'a', value)))
      return { topic, eventLog, group: randomUUID() }
    }

    test('a record arrives as it was published', async () => {
      const { topic, eventLog, group } = await aTopicWith()
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

    test('records of one key arrive in the order in which they were published', async () => {
      const { topic, eventLog, group } = await aTopicWith()
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
      const { topic, eventLog, group } = await aTopicWith('1', '2')
      const early = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(early.values()).toEqual(['1', '2']))

      await eventLog.publish([aRecord(topic, 'a', '3')])
      const late = await joinGroup(eventLog, randomUUID(), topic)

      await vi.waitFor(() => expect(late.values()).toEqual(['1', '2', '3']))
      await vi.waitFor(() => expect(early.values()).toEqual(['1', '2', '3']))
    })

    test('a group goes on after a restart where it had acknowledged', async () => {
      const { topic, eventLog, group } = await aTopicWith('1', '2')
      const before = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(before.values()).toEqual(['1', '2']))
      await before.subscriber.stop()
      await eventLog.publish([aRecord(topic, 'a', '3')])

      const after = await joinGroup(await log.connect(), group, topic)

      await vi.waitFor(() => expect(after.values()).toEqual(['3']))
    })

    test('batches are no larger than asked for, and those of one partition never overlap', async () => {
      const { topic, eventLog, group } = await aTopicWith(...numbers(50))
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
      const { topic, eventLog, group } = await aTopicWith('1', '2', '3')
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
      const { topic, eventLog, group } = await aTopicWith('1', '2')
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

    test('stopping waits for the batch in hand and acknowledges it', async () => {
      const { topic, eventLog, group } = await aTopicWith('1')
      const begun = Promise.withResolvers<void>()
      const finish = Promise.withResolvers<void>()
      const member = await joinGroup(eventLog, group, topic, {
        onBatch: async () => {
          begun.resolve()
          await finish.promise
        },
      })
      await begun.promise
      const stopped = vi.fn()
      const stopping = member.subscriber.stop().then(stopped)
      await eventLog.publish([aRecord(topic, 'a', '2')])
      expect(stopped).not.toHaveBeenCalled()

      finish.resolve()
      await stopping

      const next = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(next.values()).toEqual(['2']))
    })

    test('a batch that waits is told to give up when the member stops, and comes again', async () => {
      const { topic, eventLog, group } = await aTopicWith('1')
      const begun = Promise.withResolvers<void>()
      const member = await joinGroup(eventLog, group, topic, {
        onBatch: (_, signal) => {
          begun.resolve()
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          )
        },
      })
      await begun.promise

      await member.subscriber.stop()

      const next = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(next.values()).toEqual(['1']))
    })

    test('two members share the partitions, and what a leaving one had goes to the other', async () => {
      const { topic, eventLog, group } = await aTopicWith()
      const stays = await joinGroup(eventLog, group, topic)
      const leaves = await joinGroup(await log.connect(), group, topic)
      await vi.waitFor(async () => {
        await eventLog.publish(aRound(topic, 'before'))
        expect(stays.records.length).toBeGreaterThan(0)
        expect(leaves.records.length).toBeGreaterThan(0)
      })

      await eventLog.publish(aRound(topic, 'shared'))
      const shared = () =>
        [stays, leaves].map((member) => member.values().filter((value) => value === 'shared').length)
      await vi.waitFor(() => expect(shared().reduce((a, b) => a + b, 0)).toBe(30))
      expect(Math.min(...shared())).toBeGreaterThan(0)

      await leaves.subscriber.stop()
      await eventLog.publish(aRound(topic, 'alone'))

      await vi.waitFor(() => expect(stays.keysOf('alone').size).toBe(30))
    })

    test('what a killed member had in hand comes again to another', async () => {
      const { topic, eventLog, group } = await aTopicWith()
      const killed = startMember({ log: log.member, group, topic, hold: true })
      await killed.joined
      await eventLog.publish(aRound(topic, 'once'))
      await vi.waitFor(() => expect(killed.values).toContain('once'))

      killed.kill()

      const member = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() => expect(member.keysOf('once').size).toBe(30))
    })

    test('the partitions of a member killed beside another move to that one', async () => {
      const { topic, eventLog, group } = await aTopicWith()
      const stays = await joinGroup(eventLog, group, topic)
      const killed = startMember({ log: log.member, group, topic, hold: false })
      await vi.waitFor(async () => {
        await eventLog.publish(aRound(topic, 'before'))
        expect(killed.values).toContain('before')
      })

      killed.kill()
      await eventLog.publish(aRound(topic, 'after'))

      await vi.waitFor(() => expect(stays.keysOf('after').size).toBe(30))
    })

    test('the lag of a group is what it has not acknowledged', async () => {
      const { topic, eventLog, group } = await aTopicWith('1', '2', '3')
      expect(await unreadOf(eventLog, group, topic)).toBe(3)

      await joinGroup(eventLog, group, topic)

      await vi.waitFor(async () => expect(await unreadOf(eventLog, group, topic)).toBe(0))
    })

    test('a record that is too large is refused by name, and all others are published', async () => {
      const { topic, eventLog, group } = await aTopicWith()
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
      const { topic, eventLog, group } = await aTopicWith()
      const heavy = Array.from({ length: 12 }, (_, index) => String(index).padEnd(300_000, '.'))

      await eventLog.publish(heavy.map((value) => aRecord(topic, 'a', value)))

      const member = await joinGroup(eventLog, group, topic)
      await vi.waitFor(() =>
        expect(member.values().map(Number.parseFloat)).toEqual(heavy.map((_, index) => index)),
      )
    })
  })
}

/** Errors at which kafkajs by itself would stop the consumer. */
const FAULTS = [TypeError, RangeError, ReferenceError, SyntaxError].map(
  (Fault) => [Fault.name, Fault] as const,
)

const aRecord = (topic: string, key: string, value: string): NewRecord => ({
  topic,
  key,
  value: Buffer.from(value),
  headers: {},
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))

/** So many keys that every partition gets some. */
const aRound = (topic: string, value: string) => numbers(30).map((key) => aRecord(topic, key, value))

type MemberOptions = {
  maxBatch?: number
  onBatch?: (batch: RecordBatch, signal: AbortSignal) => Promise<void>
}

/** A member that keeps what it has acknowledged. */
async function joinGroup(eventLog: EventLog, group: string, topic: string, options: MemberOptions = {}) {
  const { maxBatch = 100, onBatch = async () => {} } = options
  const records: RecordBatch['records'] = []
  const onFatal = vi.fn()
  const subscriber: Subscriber = eventLog.subscribe({
    group,
    topics: [topic],
    maxBatch,
    onFatal,
    onBatch: async (batch, signal) => {
      await onBatch(batch, signal)
      records.push(...batch.records)
    },
  })
  onTestFinished(() => subscriber.stop())
  await subscriber.start()
  return {
    subscriber,
    records,
    onFatal,
    values: () => records.map(({ value }) => String(value)),
    /** A record may come again while the partitions move: it counts once. */
    keysOf: (of: string) =>
      new Set(records.filter(({ value }) => String(value) === of).map(({ key }) => key)),
  }
}

function startMember(order: MemberOrder) {
  const child = fork(join(import.meta.dirname, 'event-log.contract-member.ts'), [JSON.stringify(order)])
  const joined = Promise.withResolvers<void>()
  const values: string[] = []
  child.on('message', (received: string[]) => {
    if (received.length === 0) joined.resolve()
    values.push(...received)
  })
  child.on('exit', (code) => joined.reject(new Error(`The member ended with ${code}`)))
  const kill = () => void child.kill('SIGKILL')
  onTestFinished(kill)
  return { joined: joined.promise, values, kill }
}

const unreadOf = async (eventLog: EventLog, group: string, topic: string) =>
  countUnread((await eventLog.lag(group, [topic]))[topic] ?? [])
