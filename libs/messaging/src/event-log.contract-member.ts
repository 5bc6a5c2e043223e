import { createLog } from '@walkon/service/log'
import { connectKafka } from './kafka-log.ts'
import type { KafkaSettings } from './kafka-client.ts'
import { createPostgresLog } from './postgres-log.ts'

/** A member of a group in a process of its own, so that a test can kill it: see log-members.contract.ts. */

export type MemberSettings =
  | { adapter: 'postgres'; url: string }
  | { adapter: 'kafka'; settings: KafkaSettings }

/** `hold`: the member takes a batch and never finishes it. */
export type MemberOrder = { log: MemberSettings; group: string; topic: string; hold: boolean }

const order: MemberOrder = JSON.parse(process.argv[2] ?? '')
const { group, topic, hold } = order

function connect({ log: settings }: MemberOrder) {
  const log = createLog({ service: 'member', level: 'silent' })
  return settings.adapter === 'postgres'
    ? createPostgresLog({ url: settings.url, log })
    : connectKafka({ clientId: 'member', log, settings: settings.settings })
}

const { eventLog, start } = connect(order)
await start()
const subscriber = eventLog.subscribe({
  group,
  topics: [topic],
  maxBatch: 100,
  onBatch: async ({ records }) => {
    process.send?.(records.map(({ value }) => String(value)))
    if (hold) await new Promise(() => {})
  },
  onFatal: (error) => {
    throw error
  },
})
await subscriber.start()
process.send?.([])
