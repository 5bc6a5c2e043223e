import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { MemberOrder, MemberSettings } from './event-log.contract-member.ts'
import type { EventLog, NewRecord, RecordBatch, Subscriber } from './event-log.ts'

/** An adapter of the log, as the contract is tested against it. */
export type LogUnderTest = {
  /** The log as one more process has it. */
  connect(): Promise<EventLog>
  /** A topic without records, with three partitions, and the topic of its dead letters. */
  newTopic(): Promise<string>
  /** How another process reaches the same log. */
  member: MemberSettings
}

/** A topic with records of these values, and a group that has read none of them. */
export async function aTopicWith(log: LogUnderTest, values: string[] = []) {
  const topic = await log.newTopic()
  const eventLog = await log.connect()
  if (values.length > 0) await eventLog.publish(values.map((value) => aRecord(topic, 'a', value)))
  return { topic, eventLog, group: randomUUID() }
}

export const aRecord = (topic: string, key: string, value: string): NewRecord => ({
  topic,
  key,
  value: Buffer.from(value),
  headers: {},
})

export const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))

/** So many keys that every partition gets some. */
export const aRound = (topic: string, value: string) => numbers(30).map((key) => aRecord(topic, key, value))

type MemberOptions = {
  maxBatch?: number
  onBatch?: (batch: RecordBatch, signal: AbortSignal) => Promise<void>
}

/** A member that keeps what it has acknowledged. */
export async function joinGroup(
  eventLog: EventLog,
  group: string,
  topic: string,
  options: MemberOptions = {},
) {
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

export function startMember(order: MemberOrder) {
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
