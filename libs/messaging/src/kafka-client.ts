import type { Log } from '@walkon/service/log'
import kafkajs, { type Kafka, type KafkaConfig, type LogEntry } from 'kafkajs'

const { logLevel } = kafkajs

export type KafkaSettings = {
  KAFKA_BROKERS: string[]
  KAFKA_TLS?: boolean | undefined
  KAFKA_USERNAME?: string | undefined
  KAFKA_PASSWORD?: string | undefined
  KAFKA_SESSION_TIMEOUT_SECONDS?: number | undefined
}

export type KafkaOptions = { clientId: string; settings: KafkaSettings; log: Log }

/** Few retries of the client's own: its callers retry, and log it. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 2_000, factor: 0.2, multiplier: 2, retries: 4 }

/** `requestTimeoutMs` is for work of the broker that takes longer than a record does. */
export function createKafkaClient(
  { clientId, settings, log }: KafkaOptions,
  { requestTimeoutMs = 15_000 } = {},
): Kafka {
  const { KAFKA_BROKERS, KAFKA_TLS, KAFKA_USERNAME, KAFKA_PASSWORD } = settings
  const config: KafkaConfig = {
    clientId,
    brokers: KAFKA_BROKERS,
    ssl: KAFKA_TLS ?? false,
    connectionTimeout: 5_000,
    requestTimeout: requestTimeoutMs,
    enforceRequestTimeout: true,
    retry: RETRY,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => writeEntry(log, entry),
  }
  if (KAFKA_USERNAME === undefined) return new kafkajs.Kafka(config)
  return new kafkajs.Kafka({
    ...config,
    sasl: { mechanism: 'scram-sha-512', username: KAFKA_USERNAME, password: KAFKA_PASSWORD ?? '' },
  })
}

/** Faults that their user tries again and tells: connections, and consumers that crashed (`membership.ts`). */
const QUIET = new Set(['BrokerPool', 'Connection', 'Consumer'])

/** The client's errors are mostly faults that it tries again: errors of ours are logged by us. */
function writeEntry(log: Log, { namespace, level, log: { message, ...details } }: LogEntry): void {
  const line = { kafka: namespace, ...details }
  const isLoud = (level === logLevel.ERROR || level === logLevel.WARN) && !QUIET.has(namespace)
  if (isLoud) log.warn(line, message)
  else log.debug(line, message)
}
