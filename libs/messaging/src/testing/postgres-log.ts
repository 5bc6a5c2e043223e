import { createLog } from '@walkon/service/log'
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, onTestFinished } from 'vitest'
import type { EventLog } from '../event-log.ts'
import { createPostgresLog } from '../postgres-log.ts'

/** The log in this database, until the test file ends. */
export function createTestPostgresLog({ url, drop }: { url: string; drop: () => Promise<void> }) {
  const sql = postgres(url, { max: 3, onnotice: () => {} })
  const closings: (() => Promise<void>)[] = [() => sql.end()]
  afterAll(async () => {
    await Promise.all(closings.map((close) => close()))
    await drop()
  })
  return {
    url,
    sql,
    connect: async () => {
      const { eventLog, start, close } = createPostgresLog({
        url,
        log: createLog({ service: 'test', level: 'silent' }),
      })
      closings.push(close)
      await start()
      return eventLog
    },
  }
}

export const newTopic = async () => `test.${randomUUID()}`

export const aRecord = (topic: string, key: string, value: string) => ({
  topic,
  key,
  value: Buffer.from(value),
  headers: {},
})

/** A consumer of the topics; returns the values that it has heard, which grow. */
export async function aMember(eventLog: EventLog, topics: string[]) {
  const values: string[] = []
  const subscriber = eventLog.subscribe({
    group: randomUUID(),
    topics,
    maxBatch: 100,
    onBatch: async ({ records }) => void values.push(...records.map(({ value }) => String(value))),
    onFatal: () => {},
  })
  onTestFinished(() => subscriber.stop())
  await subscriber.start()
  return values
}
