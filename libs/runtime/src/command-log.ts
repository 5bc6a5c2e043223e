import type { LogReader } from '@walkon/messaging/event-log'
import { connectKafka } from '@walkon/messaging/kafka-log'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { kafkaSettings, loadSettings, type Environment } from '@walkon/service/config'
import type { Log } from '@walkon/service/log'
import { z } from 'zod'

/** `npm run walkon` sets it for a product that runs in one process, with its event log in PostgreSQL. */
const ownLog = z.object({ EVENT_LOG_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional() })

/** The event log that a command reads: Kafka's, or that of a product in one process. */
export function connectCommandLog(
  clientId: string,
  env: Environment,
  log: Log,
): { eventLog: LogReader; close: () => Promise<void> } {
  const { EVENT_LOG_URL: url } = loadSettings(ownLog, env)
  if (url !== undefined) return createPostgresLog({ url, log })
  return connectKafka({ clientId, settings: loadSettings(kafkaSettings, env), log })
}
