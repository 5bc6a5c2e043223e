import type { Webhook } from '@walkon/runtime/provider-webhooks'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Receipt } from '../domain/receipt.ts'
import type { SuppressionReason } from '../domain/suppression.ts'

/** What Postmark tells by webhook, in its own shapes, and what that means to us. */

// Messages that are not ours (or are older than this field) carry no id; the event is still well formed.
const metadata = z
  .object({ delivery_id: z.uuid().nullable().catch(null) })
  .partial()
  .nullish()

const message = z.object({ MessageID: z.string(), Metadata: metadata })

const recordShape = z.discriminatedUnion('RecordType', [
  message.extend({ RecordType: z.literal('Delivery'), Recipient: z.string() }),
  message.extend({
    RecordType: z.literal('Bounce'),
    Type: z.string(),
    Email: z.string().min(1),
    Inactive: z.boolean().optional(),
  }),
  message.extend({ RecordType: z.literal('SpamComplaint'), Email: z.string().min(1) }),
  z.object({
    RecordType: z.literal('SubscriptionChange'),
    Recipient: z.string().min(1),
    SuppressSending: z.boolean(),
    SuppressionReason: z.string().nullish(),
  }),
])

const RECORD_TYPES: ReadonlySet<string> = new Set(
  recordShape.options.map((option) => option.shape.RecordType.value),
)

/**
 * Postmark's webhooks are not signed: they show the name and password of our settings. They have no ids of their own
 * either, so the same body is the same event.
 */
export function postmarkWebhook({ user, password }: { user: string; password: string }) {
  const expected = digest(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  return {
    provider: 'postmark',
    proof: {
      by: 'header',
      isRight: ({ authorization = '' }) => timingSafeEqual(digest(authorization), expected),
    },
    listAddresses: listAddressesIn,
    read: (body) => readReceipt(body.toString('utf8')),
  } satisfies Pick<Webhook<Receipt, never>, 'provider' | 'proof' | 'listAddresses' | 'read'>
}

/** Of equal length for any input, so that the comparison takes the same time. */
const digest = (text: string) => createHash('sha256').update(text).digest()

const anyRecord = z.looseObject({ RecordType: z.string() })

/** Null for what means nothing to us. Throws for a body that is no record, or a record without what its type promises. */
export function readReceipt(text: string): Receipt | null {
  const record = anyRecord.parse(JSON.parse(text))
  return RECORD_TYPES.has(record.RecordType) ? toReceipt(record) : null
}

const ADDRESS = /[^\s"'<>(),:;\\]+@[^\s"'<>(),:;\\]*[^\s"'<>(),:;.\\]/g

/** What looks like an email address in a body, whether the body is JSON or not. */
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

/** Bounces that are none: the message is still on its way, or the recipient answered it. */
const NO_BOUNCE = new Set([
  'Transient',
  'AutoResponder',
  'AddressChange',
  'ChallengeVerification',
  'OpenRelayTest',
  'Subscribe',
  'Unsubscribe',
])
const DEAD_ADDRESS = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'])

function toReceipt(body: unknown): Receipt | null {
  const record = recordShape.parse(body)
  switch (record.RecordType) {
    case 'Delivery':
      return { kind: 'delivered', deliveryId: deliveryIdOf(record), providerId: record.MessageID }
    case 'Bounce':
      if (NO_BOUNCE.has(record.Type)) return null
      return {
        kind: 'bounced',
        channel: 'email',
        deliveryId: deliveryIdOf(record),
        providerId: record.MessageID,
        reason: toCode(record.Type),
        address: record.Email,
        suppress: record.Inactive || DEAD_ADDRESS.has(record.Type) ? 'bounced' : null,
      }
    case 'SpamComplaint':
      return { kind: 'suppressed', channel: 'email', address: record.Email, reason: 'complained' }
    case 'SubscriptionChange':
      return record.SuppressSending
        ? {
            kind: 'suppressed',
            channel: 'email',
            address: record.Recipient,
            reason: toSuppressionReason(record.SuppressionReason),
          }
        : { kind: 'reactivated', channel: 'email', address: record.Recipient }
    default:
      return record satisfies never
  }
}

const deliveryIdOf = ({ Metadata }: z.output<typeof message>) => Metadata?.delivery_id ?? null

function toSuppressionReason(reason: string | null | undefined): SuppressionReason {
  if (reason === 'HardBounce') return 'bounced'
  return reason === 'SpamComplaint' ? 'complained' : 'unsubscribed'
}

/** `DnsError` as `dns-error`: our codes are kebab-case. */
const toCode = (type: string) => type.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
