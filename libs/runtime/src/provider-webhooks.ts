import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { clientNetwork } from '@walkon/service/client-network'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { findUnstorableText } from '@walkon/service/storable-text'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { insertMark } from './provider-event-marks.ts'
import { storeProviderEvent, type NewProviderEvent } from './provider-events.ts'

/**
 * Webhooks of providers, stored before anything else is done with them. The route verifies the raw body, stores it and answers 200; a loop
 * applies the stored events (stored-provider-events.ts, docs/decisions/webhooks-are-stored-first.md).
 */

/** One provider's webhook: how its requests are known, and what its events mean to the service. */
export type Webhook<Event, Applied> = {
  provider: string
  proof: Proof
  /** False for an event that is certainly none of ours: it is answered, and not stored. Gets the bytes to store. Never throws. */
  isOurs?(body: Buffer): boolean
  /** Returns the bytes to store, if the query says something too; without it the body is stored. */
  toStored?(body: Buffer, query: string): Buffer
  /** The provider's id of the event, by which a repeated one is known; null where it gives none. Is given what would be stored. Never throws. */
  toEventId?(body: Buffer, headers: IncomingHttpHeaders): string | null
  /**
   * True if the request is known again after its event was purged, because its proof is good at any time. Needs the table
   * `provider_event_marks`. Gets the stored bytes. Never throws.
   */
  isMarked?(body: Buffer): boolean
  /** Every address that the body names, readable or not, so that an erasure finds it. Never throws. */
  listAddresses(body: Buffer): string[]
  /** Throws for a body that can never be read: such an event is set aside, as is one with text that no column can hold. Null for an event that means nothing to us. */
  read(body: Buffer): Event | null
  /** Applies an event in the transaction that marks it applied, which can be long after it was received. May be given the same event again. */
  apply(tx: Transaction, event: Event, receivedAt: Date): Promise<Applied>
  /**
   * True if the event may be kept once it is applied or set aside: not if it names an erased person. Asked before the event is applied, so
   * that it can hold off an erasure until the commit.
   */
  mayKeep?(tx: Transaction, addressHashes: string[]): Promise<boolean>
  /** After the commit. */
  onApplied?(applied: Applied): void
}

/**
 * The proof that a request is the provider's. Either a secret in a header, which is checked before a byte of the body is read, or a
 * signature of the bytes as they came, or of the query (without its question mark) and them.
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
  webhook: Pick<
    Webhook<never, never>,
    'provider' | 'proof' | 'isOurs' | 'toStored' | 'toEventId' | 'isMarked' | 'listAddresses'
  >
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
    if (waitSeconds !== null) throw tooManyRequests(`webhook-${provider}`, waitSeconds)
    throw new AppError('unauthorized', `This address is for ${provider}`)
  }

  // Before the body is read: a stranger may send 256 KiB.
  app.addHook('onRequest', async (request) => {
    const waitSeconds = await failures.check(keyOf(request), FAILURES)
    if (waitSeconds !== null) throw tooManyRequests(`webhook-${provider}`, waitSeconds)
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
        success: 'The event is stored, and applied afterwards; or it is none of ours.',
        response: { 200: z.object({ status: z.enum(['stored', 'ignored']) }) },
      },
    },
    async (request) => {
      const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const query = /\?(.*)/.exec(request.url)?.[1] ?? ''
      if (proof.by === 'signature' && !proof.isRight(request.headers, sent, query)) await refuse(request)
      const body = webhook.toStored?.(sent, query) ?? sent
      if (webhook.isOurs?.(body) === false) return { status: 'ignored' as const }
      const event = {
        provider,
        eventId: toStoredId(webhook.toEventId?.(body, request.headers) ?? null, body),
        body,
        addressHashes: [...new Set(webhook.listAddresses(body).map(hashAddress))],
      }
      await (webhook.isMarked?.(body) ? storeMarked(db, event) : storeProviderEvent(db, event))
      return { status: 'stored' as const }
    },
  )
}

const storeMarked = (db: Database, event: NewProviderEvent): Promise<void> =>
  db.transaction(async (tx) => {
    if (await insertMark(tx, event)) await storeProviderEvent(tx, event)
  })

/** The name of a provider as a part of a name in camel case. */
const toNamePart = (provider: string) => provider.slice(0, 1).toUpperCase() + provider.slice(1)

/** The provider's id if a column can hold it, else the SHA-256 of the body, hex. */
const toStoredId = (id: string | null, body: Buffer): string =>
  id !== null && findUnstorableText(id) === null ? id : createHash('sha256').update(body).digest('hex')
