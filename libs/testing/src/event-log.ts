import { sendToDeadLetters } from '@walkon/messaging/dead-letters'
import { listDeadLetters } from '@walkon/messaging/dead-letter-replay'
import type { EventLog, LogRecord } from '@walkon/messaging/event-log'
import type { Handler } from '@walkon/messaging/inbox'
import { publishPending } from '@walkon/messaging/outbox'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import type { Database } from '@walkon/service/database'
import { createLog } from '@walkon/service/log'
import { randomUUID } from 'node:crypto'

export type TestLog = Pick<EventLog, 'publish' | 'read'>

/** The log of the local run in a test's own database, made when it is first used: most tests of a service use none. */
export function createTestLog(url: string): { eventLog: TestLog; close: () => Promise<void> } {
  let opened: Promise<ReturnType<typeof createPostgresLog>> | undefined
  const open = () => (opened ??= start(url))
  return {
    eventLog: {
      publish: async (records) => (await open()).eventLog.publish(records),
      read: async (...how) => (await open()).eventLog.read(...how),
    },
    close: async () => (await opened)?.close(),
  }
}

async function start(url: string) {
  const log = createPostgresLog({ url, log: createLog({ service: 'test', level: 'silent' }) })
  await log.start()
  return log
}

type Listener = { db: Database; eventLog: TestLog; handlers: Handler[] }

/** Has a consumer set a record aside, as it does itself; a record of no event if none is given. Returns the letter's id. */
export async function aDeadLetter(
  consumer: string,
  { db, eventLog, handlers }: Listener,
  { record = anUnreadableRecord(handlers), error = new Error('a bug of ours') }: Partial<Aside> = {},
): Promise<string> {
  const before = new Set((await listDeadLetters(eventLog, consumer, handlers)).map(({ id }) => id))
  await sendToDeadLetters(db, consumer, [{ record, error, attempts: 3 }])
  while ((await publishPending(db, eventLog)) > 0);
  const letters = await listDeadLetters(eventLog, consumer, handlers)
  const letter = letters.find(({ id }) => !before.has(id))
  if (!letter) throw new Error(`${consumer} has set nothing aside`)
  return letter.id
}

type Aside = { record: LogRecord; error: Error }

function anUnreadableRecord(handlers: Handler[]): LogRecord {
  const [handler] = handlers
  if (!handler) throw new Error('Nothing is heard')
  const { topic } = handler.definition
  return { topic, partition: 0, offset: 0n, key: randomUUID(), value: Buffer.from('{}'), headers: {} }
}
