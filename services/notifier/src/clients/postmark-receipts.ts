import { z } from 'zod'
import type { SuppressionReason } from '../domain/delivery.ts'

/** What Postmark tells by webhook, in its own shapes, and what that means to us. */

export type Receipt =
  | { kind: 'delivered'; deliveryId: string | null; providerId: string }
  | {
      kind: 'bounced'
      deliveryId: string | null
      providerId: string
      /** `hard-bounce`, `dns-error` */
      reason: string
      address: string
      suppress: SuppressionReason | null
    }
  | { kind: 'suppressed'; address: string; reason: SuppressionReason }
  /** Postmark writes to the address again, after a bounce that was cleared up. */
  | { kind: 'reactivated'; address: string }

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

export const RECORD_TYPES = recordShape.options.map((option) => option.shape.RecordType.value)

/** Bounces that are none: the message is still on its way, or somebody answered it. */
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

/** Throws a `ZodError` for a record of a known type that lacks what it should have; null if it means nothing to us. */
export function toReceipt(body: unknown): Receipt | null {
  const record = recordShape.parse(body)
  switch (record.RecordType) {
    case 'Delivery':
      return { kind: 'delivered', deliveryId: deliveryIdOf(record), providerId: record.MessageID }
    case 'Bounce':
      if (NO_BOUNCE.has(record.Type)) return null
      return {
        kind: 'bounced',
        deliveryId: deliveryIdOf(record),
        providerId: record.MessageID,
        reason: toCode(record.Type),
        address: record.Email,
        suppress: record.Inactive || DEAD_ADDRESS.has(record.Type) ? 'bounced' : null,
      }
    case 'SpamComplaint':
      return { kind: 'suppressed', address: record.Email, reason: 'complained' }
    case 'SubscriptionChange':
      return record.SuppressSending
        ? {
            kind: 'suppressed',
            address: record.Recipient,
            reason: toSuppressionReason(record.SuppressionReason),
          }
        : { kind: 'reactivated', address: record.Recipient }
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
