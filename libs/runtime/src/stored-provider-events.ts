import type { Database, Transaction } from '@walkon/service/database'
import { isInfrastructureFault } from '@walkon/service/errors'
import { WOKEN, type Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { findUnstorableText } from '@walkon/service/storable-text'
import { Gauge } from 'prom-client'
import { retryDelaySeconds } from './provider-answers.ts'
import {
  deleteOldProviderEvents,
  deleteProviderEvent,
  hasPendingEvents,
  listProviderBacklogs,
  lockOldestPending,
  markApplied,
  markForRetry,
  postpone,
  PROVIDER_EVENTS_CHANNEL,
  setAside,
  type PendingEvent,
} from './provider-events.ts'
import type { Webhook } from './provider-webhooks.ts'

/** The stored events of providers: they are applied, measured, and purged. */

const FIRST_RETRY_SECONDS = 1
/** With the waits between them half a minute: as long as one event may hold up those behind it. */
const MOST_ATTEMPTS = 6

/** Application of a provider's stored events: by the loop, or of one in a transaction of the caller. */
export type StoredEvents = {
  provider: string
  job: Job
  apply(tx: Transaction, event: PendingEvent): Promise<unknown>
}

type ApplyOptions<Event, Applied> = { db: Database; webhook: Webhook<Event, Applied>; log: Log }

export const storedEventsOf = <Event, Applied>(options: ApplyOptions<Event, Applied>): StoredEvents => ({
  provider: options.webhook.provider,
  job: applyProviderEvents(options),
  apply: (tx, event) => applyEvent(tx, options.webhook, event),
})

/** Applies a provider's stored events in the order of their arrival, each in a transaction of its own. */
export function applyProviderEvents<Event, Applied>(options: ApplyOptions<Event, Applied>): Job {
  const { db, webhook } = options
  const { provider } = webhook
  /** Faults of the infrastructure since the last event was applied. */
  let faults = 0
  return {
    name: `apply-${provider}-events`,
    ...WOKEN,
    wakeOn: PROVIDER_EVENTS_CHANNEL,
    async run() {
      if (!(await hasPendingEvents(db, provider))) return false
      const taken: PendingEvent[] = []
      try {
        const applied = await db.transaction(async (tx) => {
          taken.push(...(await lockOldestPending(tx, provider)))
          return taken[0] ? applyEvent(tx, webhook, taken[0]) : null
        })
        if (taken.length > 0) faults = 0
        if (applied !== null) webhook.onApplied?.(applied)
      } catch (error) {
        if (!taken[0]) throw error
        if (isInfrastructureFault(error)) await waitOut(options, taken[0], error, ++faults)
        else await recordFailure(options, taken[0], error)
      }
      // The oldest event waits for its next attempt, or another process has it.
      return taken.length > 0 || 'waiting'
    },
  }
}

async function applyEvent<Event, Applied>(
  tx: Transaction,
  webhook: Webhook<Event, Applied>,
  { position, body, addressHashes, receivedAt }: PendingEvent,
): Promise<Applied | null> {
  const event = readEvent(webhook, body)
  const isKept = (await webhook.mayKeep?.(tx, addressHashes)) ?? true
  const applied = event === null ? null : await webhook.apply(tx, event, new Date(receivedAt))
  await (isKept ? markApplied(tx, position) : deleteProviderEvent(tx, position))
  return applied
}

class UnreadableEvent extends Error {}

/** An event with text that no column can hold would fail at each attempt. */
function readEvent<Event>({ read }: Pick<Webhook<Event, never>, 'read'>, body: Buffer): Event | null {
  try {
    const event = read(body)
    const path = findUnstorableText(event)
    if (path !== null) throw new Error(`${path} holds a character that no text may hold`)
    return event
  } catch (error) {
    throw new UnreadableEvent(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }
}

type FailureOptions = { db: Database; webhook: Pick<Webhook<never, never>, 'provider' | 'mayKeep'>; log: Log }

/**
 * An infrastructure fault is waited out, however long it lasts, and takes none of the event's attempts. The waits grow with the faults that
 * this process has met in a row.
 */
async function waitOut(
  { db, webhook: { provider }, log }: FailureOptions,
  { position }: PendingEvent,
  error: unknown,
  faults: number,
): Promise<void> {
  await postpone(db, position, retryDelaySeconds(faults, FIRST_RETRY_SECONDS))
  log.warn({ err: error, provider, position, faults }, 'provider event not applied; it will be tried again')
}

/**
 * Outside the transaction, which is rolled back. An event that cannot be read is set aside at once, one that cannot be
 * applied after some attempts.
 */
async function recordFailure(
  { db, webhook: { provider, mayKeep }, log }: FailureOptions,
  { position, attempts, addressHashes }: PendingEvent,
  error: unknown,
): Promise<void> {
  const attempt = attempts + 1
  const isUnreadable = error instanceof UnreadableEvent
  if (isUnreadable || attempt >= MOST_ATTEMPTS) {
    const reason = error instanceof Error ? error.message : String(error)
    await db.transaction(async (tx) => {
      const isKept = (await mayKeep?.(tx, addressHashes)) ?? true
      if (isKept) await setAside(tx, position, reason.replaceAll('\0', '').toWellFormed().slice(0, 1_000))
      else await deleteProviderEvent(tx, position)
    })
    // A parser's error quotes the body, which names people: the table has it, the log must not.
    const cause = isUnreadable ? { rejection: 'unreadable' } : { err: error, rejection: 'not-applicable' }
    log.error({ provider, position, attempt, ...cause }, 'provider event set aside')
    return
  }
  await markForRetry(db, position, retryDelaySeconds(attempt, FIRST_RETRY_SECONDS))
  log.warn({ err: error, provider, position, attempt }, 'provider event not applied; it will be tried again')
}

const PURGE_MS = 10 * 60_000

export const purgeProviderEvents = (db: Database): Job => ({
  name: 'purge-provider-events',
  intervalMs: PURGE_MS,
  run: () => deleteOldProviderEvents(db),
})

/** Measures the events that need an operator, and how long the oldest has waited. */
export function measureProviderEvents(db: Database, metrics: Metrics): void {
  const oldest = new Gauge({
    name: 'provider_events_oldest_pending_seconds',
    help: 'Age of the oldest stored event of a provider that is not applied',
    labelNames: ['provider'],
    registers: [metrics],
  })
  const aside = new Gauge({
    name: 'provider_events_set_aside',
    help: 'Events of a provider that could not be read or applied, until they are replayed',
    labelNames: ['provider'],
    registers: [],
    async collect() {
      aside.reset()
      oldest.reset()
      for (const { provider, setAside: count, oldestSeconds } of await listProviderBacklogs(db)) {
        aside.set({ provider }, count)
        oldest.set({ provider }, oldestSeconds)
      }
    },
  })
  metrics.registerMetric(aside)
}
