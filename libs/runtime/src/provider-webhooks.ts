import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { AppError, isInfrastructureFault, tooManyRequests } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { findUnstorableText } from '@walkon/service/storable-text'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Gauge } from 'prom-client'
import { z } from 'zod'
import { retryDelaySeconds } from './provider-answers.ts'
import {
  deleteOldProviderEvents,
  deleteProviderEvent,
  hasPendingEvents,
  listProviderBacklogs,
  lockOldestPending,
  markApplied,
  markForRetry,
  PROVIDER_EVENTS_CHANNEL,
  setAside,
  storeProviderEvent,
  type PendingEvent,
} from './provider-events.ts'

/**
 * Webhooks of providers, stored before anything else is done with them: the route verifies the raw body, stores it and
 * answers 200; a loop applies what is stored (docs/decisions/webhooks-are-stored-first.md).
 */

/** One provider's webhook: how its requests are known, and what its events mean to the service. */
export type Webhook<Event, Applied> = {
  provider: string
  proof: Proof
  /** What is stored of a request, where its query says something too; else the body. */
  toStored?(body: Buffer, query: string): Buffer
  /** The provider's id of the event, by which a repeated one is known; null where it gives none. Never throws. */
  toEventId?(body: Buffer): string | null
  /** Every address that the body names, readable or not, so that an erasure finds it. Never throws. */
  listAddresses(body: Buffer): string[]
  /** Throws for a body that can never be read: such an event is set aside, as is one with text that no column can hold. Null for an event that means nothing to us. */
  read(body: Buffer): Event | null
  /** Applies an event in the transaction that marks it applied. May be given the same event again. */
  apply(tx: Transaction, event: Event): Promise<Applied>
  /**
   * Whether the event may be kept once it is applied or set aside: not if it names an erased person. Asked before the event
   * is applied, so that it can hold off an erasure until the commit.
   */
  mayKeep?(tx: Transaction, addressHashes: string[]): Promise<boolean>
  /** After the commit. */
  onApplied?(applied: Applied): void
}

/**
 * How a request shows that it is the provider's: by a secret in a header, which is checked before a byte of the body is read,
 * or by a signature of the bytes as they came, or of the query (without its question mark) and them.
 */
type Proof =
  | { by: 'header'; isRight(headers: IncomingHttpHeaders): boolean }
  | { by: 'signature'; isRight(headers: IncomingHttpHeaders, body: Buffer, query: string): boolean }

/** Larger than any event that we hear: a bounce can quote the mail that it returns. */
const BODY_LIMIT_BYTES = 256 * 1024
/** Requests of one client network without the right secret or signature. Beyond it, none of its requests is looked at. */
const FAILURES: Allowance = { limit: 60, windowSeconds: 60 }

export type WebhookRoutesDeps = {
  db: Database
  cache: Cache
  now: () => Date
  webhook: Pick<Webhook<never, never>, 'provider' | 'proof' | 'toStored' | 'toEventId' | 'listAddresses'>
}

/** `POST /webhooks/<provider>`. Needs a scope of its own: `app.register`. */
export async function providerWebhookRoutes(
  app: HttpApp,
  { db, cache, now, webhook }: WebhookRoutesDeps,
): Promise<void> {
  const { provider, proof } = webhook
  const failures = createAttemptLimit(cache, now)
  const keyOf = ({ ip }: { ip: string }) => `webhook-failure:${provider}:${clientNetwork(ip)}`

  async function refuse(sender: { ip: string }): Promise<never> {
    const waitSeconds = await failures.spend(keyOf(sender), FAILURES)
    if (waitSeconds !== null) throw tooManyRequests(waitSeconds)
    throw new AppError('unauthorized', `This address is for ${provider}`)
  }

  // Before the body is read: a stranger may send 256 KiB.
  app.addHook('onRequest', async (request) => {
    const waitSeconds = await failures.check(keyOf(request), FAILURES)
    if (waitSeconds !== null) throw tooManyRequests(waitSeconds)
    if (proof.by === 'header' && !proof.isRight(request.headers)) await refuse(request)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)

  app.post(
    `/webhooks/${provider}`,
    {
      config: { access: 'provider' },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        summary: `Receive an event of ${provider}`,
        operationId: `receive${toNamePart(provider)}Event`,
        tags: ['webhooks'],
        success: 'The event is stored, and applied afterwards.',
        response: { 200: z.object({ status: z.literal('stored') }) },
      },
    },
    async (request) => {
      const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const query = /\?(.*)/.exec(request.url)?.[1] ?? ''
      if (proof.by === 'signature' && !proof.isRight(request.headers, sent, query)) await refuse(request)
      const body = webhook.toStored?.(sent, query) ?? sent
      await storeProviderEvent(db, {
        provider,
        eventId: toStoredId(webhook.toEventId?.(body) ?? null, body),
        body,
        addressHashes: [...new Set(webhook.listAddresses(body).map(hashAddress))],
      })
      return { status: 'stored' as const }
    },
  )
}

/** The name of a provider as a part of a name in camel case. */
const toNamePart = (provider: string) => provider.slice(0, 1).toUpperCase() + provider.slice(1)

/** The provider's id if a column can hold it, else the SHA-256 of the body, hex. */
const toStoredId = (id: string | null, body: Buffer): string =>
  id !== null && findUnstorableText(id) === null ? id : createHash('sha256').update(body).digest('hex')

/** Also how late a retry may be: a wake-up comes only with new events. */
const POLL_MS = 1_000
const FIRST_RETRY_SECONDS = 1
/** With the waits between them half a minute: as long as one event may hold up those behind it. */
const MOST_ATTEMPTS = 6

/** Applies a provider's stored events in the order of their arrival, each in a transaction of its own. */
export function applyProviderEvents<Event, Applied>(options: {
  db: Database
  webhook: Webhook<Event, Applied>
  log: Log
}): Job {
  const { db, webhook } = options
  const { provider } = webhook
  return {
    name: `apply-${provider}-events`,
    intervalMs: POLL_MS,
    wakeOn: PROVIDER_EVENTS_CHANNEL,
    async run() {
      if (!(await hasPendingEvents(db, provider))) return false
      const taken: PendingEvent[] = []
      try {
        const applied = await db.transaction(async (tx) => {
          taken.push(...(await lockOldestPending(tx, provider)))
          return taken[0] ? applyEvent(tx, webhook, taken[0]) : null
        })
        if (applied !== null) webhook.onApplied?.(applied)
      } catch (error) {
        if (!taken[0]) throw error
        await recordFailure(options, taken[0], error)
      }
      return taken.length > 0
    },
  }
}

async function applyEvent<Event, Applied>(
  tx: Transaction,
  webhook: Webhook<Event, Applied>,
  { position, body, addressHashes }: PendingEvent,
): Promise<Applied | null> {
  const event = readEvent(webhook, body)
  const isKept = (await webhook.mayKeep?.(tx, addressHashes)) ?? true
  const applied = event === null ? null : await webhook.apply(tx, event)
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
 * Outside the transaction, which is rolled back. An event that cannot be read is set aside at once, one that cannot be
 * applied after some attempts. An infrastructure fault is waited out, however long it lasts.
 */
async function recordFailure(
  { db, webhook: { provider, mayKeep }, log }: FailureOptions,
  { position, attempts, addressHashes }: PendingEvent,
  error: unknown,
): Promise<void> {
  const attempt = attempts + 1
  const isUnreadable = error instanceof UnreadableEvent
  if (isUnreadable || (attempt >= MOST_ATTEMPTS && !isInfrastructureFault(error))) {
    const reason = error instanceof Error ? error.message : String(error)
    await db.transaction(async (tx) => {
      const isKept = (await mayKeep?.(tx, addressHashes)) ?? true
      if (isKept) await setAside(tx, position, reason.replaceAll('\0', '').toWellFormed().slice(0, 1_000))
      else await deleteProviderEvent(tx, position)
    })
    // What a parser says quotes the body, which names people: the table has it, the log must not.
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

/** What an operator watches: events that need one, and how long the oldest has waited. */
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
