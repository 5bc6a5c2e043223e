import type { Webhook } from '@walkon/runtime/provider-webhooks'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { MAIL_STREAMS, type MailStream } from '../domain/delivery-source.ts'
import type { AddressClaim, Receipt } from '../domain/receipt.ts'
import { toBounceCode } from './postmark-bounces.ts'

/** Postmark's webhook events in its own shapes, and their meaning to us. A statement about an address is only a claim. */

export type MailEvent = Receipt | AddressClaim

// Messages that are not ours (or are older than this field) carry no id; the event is still well formed.
const metadata = z
  .object({ delivery_id: z.uuid().nullable().catch(null) })
  .partial()
  .nullish()

const streamed = z.object({ MessageStream: z.string().optional() })
const message = streamed.extend({ MessageID: z.string(), Metadata: metadata })

const recordShape = z.discriminatedUnion('RecordType', [
  message.extend({ RecordType: z.literal('Delivery'), Recipient: z.string() }),
  message.extend({
    RecordType: z.literal('Bounce'),
    ID: z.int().min(0),
    Type: z.string(),
    Email: z.string().min(1),
    Inactive: z.boolean().optional(),
  }),
  message.extend({ RecordType: z.literal('SpamComplaint'), Email: z.string().min(1) }),
  streamed.extend({
    RecordType: z.literal('SubscriptionChange'),
    Recipient: z.string().min(1),
    SuppressSending: z.boolean(),
  }),
])

const RECORD_TYPES: ReadonlySet<string> = new Set(
  recordShape.options.map((option) => option.shape.RecordType.value),
)

export type PostmarkWebhookOptions = {
  user: string
  /** More than one while the password is replaced. */
  passwords: string[]
  /** The ids of the message streams. */
  streams: Record<MailStream, string>
}

/**
 * Postmark's webhooks are not signed: they show the name and password of our settings. They have no ids of their own
 * either, so the same body is the same event.
 */
export function postmarkWebhook({ user, passwords, streams }: PostmarkWebhookOptions) {
  const accepted = passwords.map((password) =>
    digest(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`),
  )
  return {
    provider: 'postmark',
    proof: {
      by: 'header',
      isRight: ({ authorization = '' }) =>
        accepted.some((one) => timingSafeEqual(digest(authorization), one)),
    },
    listAddresses: listAddressesIn,
    read: (body) => readMailEvent(body.toString('utf8'), streams),
  } satisfies Pick<Webhook<MailEvent, never>, 'provider' | 'proof' | 'listAddresses' | 'read'>
}

/** Hashes a text to equal length, so that the comparison takes the same time. */
const digest = (text: string) => createHash('sha256').update(text).digest()

const anyRecord = z.looseObject({ RecordType: z.string() })

/** Null for what means nothing to us. Throws for a body that is no record, or a record without what its type promises. */
export function readMailEvent(text: string, streams: Record<MailStream, string>): MailEvent | null {
  const record = anyRecord.parse(JSON.parse(text))
  return RECORD_TYPES.has(record.RecordType) ? toMailEvent(record, streams) : null
}

/** No address is longer than 254: without that bound, a long text is read to its end from each of its characters. */
const ADDRESS = /[^\s"'<>(),:;\\]{1,254}@[^\s"'<>(),:;\\]*[^\s"'<>(),:;.\\]/g

/** Lists all texts in a body that look like an email address; the body need not be JSON. */
function listAddressesIn(body: Buffer): string[] {
  return textsOf(body.toString('utf8')).flatMap((text) => text.match(ADDRESS) ?? [])
}

/** JSON may write any character of an address as an escape, so its strings are looked at and not its text. */
function textsOf(body: string): string[] {
  const texts: string[] = []
  try {
    JSON.parse(body, (name, value: unknown) => {
      texts.push(name)
      if (typeof value === 'string') texts.push(value)
      return value
    })
    return texts
  } catch {
    return [body]
  }
}

function toMailEvent(body: unknown, streams: Record<MailStream, string>): MailEvent | null {
  const record = recordShape.parse(body)
  const stream = MAIL_STREAMS.find((each) => streams[each] === record.MessageStream) ?? null
  switch (record.RecordType) {
    case 'Delivery':
      return { kind: 'delivered', deliveryId: deliveryIdOf(record), providerId: record.MessageID }
    case 'Bounce':
      if (toBounceCode(record.Type) === null) return null
      return {
        kind: 'claimed',
        address: record.Email,
        claim: {
          bounce: { id: record.ID, deliveryId: deliveryIdOf(record) },
          isSuppressed: record.Inactive ? true : null,
          stream,
        },
      }
    case 'SpamComplaint':
      return { kind: 'claimed', address: record.Email, claim: { bounce: null, isSuppressed: true, stream } }
    case 'SubscriptionChange':
      return {
        kind: 'claimed',
        address: record.Recipient,
        claim: { bounce: null, isSuppressed: record.SuppressSending, stream },
      }
    default:
      return record satisfies never
  }
}

const deliveryIdOf = ({ Metadata }: z.output<typeof message>) => Metadata?.delivery_id ?? null
