import { sleep } from '@walkon/service/sleep'
import type { Consumer } from 'kafkajs'

/** Waits between tries to join double up to the longest; they start from the first again after a time of consuming. */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
const STEADY_AFTER_MS = 10_000

/** A broker that is paused or cut off ends nothing: its silence is all that tells. */
const SILENT_AFTER_MS = 15_000

type Turns = {
  signal: AbortSignal
  /** Called at each try. */
  onSign(): void
  report(fault: Error): void
  onFatal(error: unknown): void
}

/**
 * Runs one consumer after the other: each from its joining to its crash, or to a null when the member stops. Neither the
 * broker nor the topics need be there yet, and both may go away.
 */
export async function keepConsuming(
  consume: () => Promise<Error | null>,
  { signal, onSign, report, onFatal }: Turns,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const startedAt = Date.now()
    onSign()
    const crash = await consume().catch(toJoinFailure)
    if (crash === null || signal.aborted) return
    report(crash)
    if (!mayJoinAgain(crash)) return onFatal(crash)
    if (Date.now() - startedAt > STEADY_AFTER_MS) failures = 0
    await sleep(rejoinWaitMs(failures), signal)
  }
}

type ConsumerEvents = {
  /** The consumer's loop runs, whether or not the broker answers. */
  onSign(): void
  onAnswer(): void
  onJoin(): void
  onCrash(error: Error): void
}

export function watchConsumer(
  consumer: Consumer,
  { onSign, onAnswer, onJoin, onCrash }: ConsumerEvents,
): void {
  const { FETCH_START, FETCH, HEARTBEAT, GROUP_JOIN, CRASH, START_BATCH_PROCESS } = consumer.events
  const signs = [FETCH_START, FETCH, HEARTBEAT, START_BATCH_PROCESS, GROUP_JOIN, CRASH] as const
  for (const event of signs) consumer.on(event, onSign)
  for (const event of [FETCH, HEARTBEAT] as const) consumer.on(event, onAnswer)
  consumer.on(GROUP_JOIN, onJoin)
  consumer.on(CRASH, ({ payload: { error } }) => onCrash(error))
}

/** Reports a broker that does not answer any more after a member has joined, and its first answer after that. */
export function createSilenceWatch(report: (fault: Error | null) => void) {
  let isSilent = false
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isSilent = true
      report(new Error(`Kafka has not answered for ${SILENT_AFTER_MS / 1000} s`))
    }, SILENT_AFTER_MS).unref()
  }
  return {
    begin,
    onAnswer: () => {
      if (isSilent) report(null)
      isSilent = false
      timer?.refresh()
    },
    end: () => clearTimeout(timer),
  }
}

export const rejoinWaitMs = (failures: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)

class JoinFailure extends Error {}

const toJoinFailure = (cause: unknown) => new JoinFailure('The group could not be joined', { cause })

/** Faults that kafkajs calls final and that a broker which is starting, or has no topics yet, answers with. */
const BROKER_FAULTS = new Set(['KafkaJSNumberOfRetriesExceeded', 'KafkaJSGroupCoordinatorNotFound'])

/** True if a crash comes from the broker. Any other is a bug, of ours or of kafkajs. */
export function mayJoinAgain(crash: Error): boolean {
  for (let cause: unknown = crash; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof JoinFailure || BROKER_FAULTS.has(cause.name)) return true
    if ('retriable' in cause && cause.retriable === true) return true
  }
  return false
}
