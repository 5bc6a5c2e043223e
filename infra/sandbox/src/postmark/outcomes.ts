import { insertMessageEvent, listMessageEvents } from '../state/message-events.ts'
import type { Message } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { queueWebhook } from '../state/webhooks.ts'
import { BOUNCE_TYPES, insertBounce, reactivateBounces, toBounceView, type BounceType } from './bounces.ts'
import { deleteSuppression, findSuppression, insertSuppression, type Suppression } from './suppressions.ts'

export const SERVER_ID = 1

/**
 * The fate of an accepted message. Mail to `bounce.example`, or to an address that begins with `hardbounce` or `softbounce`, bounces. To
 * `complaint.example`, or beginning with `spamcomplaint`, it arrives and is reported as spam. All other mail arrives.
 */
export function settle(store: Store, message: Message, now: Date): void {
  for (const recipient of message.to) {
    const fate = fateOf(recipient.toLowerCase())
    if (fate !== 'HardBounce' && fate !== 'SoftBounce') deliver(store, message, recipient, now)
    if (fate !== 'Delivered') bounce(store, message, recipient, fate, now)
  }
}

/** The outcomes of the control addresses and the addresses above, with their webhooks. */
export function bounce(store: Store, message: Message, recipient: string, type: BounceType, now: Date): void {
  store.transaction(() => {
    const row = insertBounce(store, message, type, recipient, now)
    const { name, suppresses } = BOUNCE_TYPES[type]
    insertEvent(store, message, recipient, type === 'SpamComplaint' ? 'SpamComplaint' : 'Bounced', now, {
      Summary: name,
      BounceID: row.id,
    })
    queueWebhook(
      store,
      'postmark',
      { ...toBounceView(row, message, SERVER_ID), Metadata: message.metadata },
      now,
    )
    if (suppresses)
      suppress(store, { ...target(message), email: recipient, reason: suppresses, origin: 'Recipient' }, now)
  })
}

export function suppress(
  store: Store,
  suppression: Omit<Suppression, 'created_at'> & { message?: Message },
  now: Date,
): void {
  const { message, ...row } = suppression
  if (!insertSuppression(store, { ...row, created_at: now.getTime() })) return
  queueWebhook(store, 'postmark', subscriptionChange(row, true, message, now), now)
}

/** Takes an address off the list of a stream, with its bounces: a deleted suppression or an activated bounce asks for it. */
export function release(
  store: Store,
  { stream, email }: Pick<Suppression, 'stream' | 'email'>,
  now: Date,
): void {
  const existing = findSuppression(store, stream, email)
  if (!existing || !deleteSuppression(store, stream, email)) return
  reactivateBounces(store, stream, email)
  const change = subscriptionChange({ ...existing, origin: 'Customer' }, false, undefined, now)
  queueWebhook(store, 'postmark', change, now)
}

function subscriptionChange(
  { stream, email, reason, origin }: Omit<Suppression, 'created_at'>,
  isSuppressed: boolean,
  message: Message | undefined,
  now: Date,
) {
  return {
    RecordType: 'SubscriptionChange',
    MessageID: message?.id ?? '00000000-0000-0000-0000-000000000000',
    ServerID: SERVER_ID,
    MessageStream: stream,
    ChangedAt: now.toISOString(),
    Recipient: email,
    Origin: origin,
    SuppressSending: isSuppressed,
    SuppressionReason: isSuppressed ? reason : null,
    Tag: message?.tag ?? null,
    Metadata: message?.metadata ?? {},
  }
}

export function listEvents(store: Store, messageId: string) {
  return listMessageEvents(store, messageId).map(({ recipient, type, receivedAt, details }) => ({
    Recipient: recipient,
    Type: type,
    ReceivedAt: receivedAt.toISOString(),
    Details: details,
  }))
}

function deliver(store: Store, message: Message, recipient: string, now: Date): void {
  const details = 'smtp;250 2.0.0 OK'
  insertEvent(store, message, recipient, 'Delivered', now, {
    DeliveryMessage: details,
    DestinationServer: 'mx.example (192.0.2.1)',
    DestinationIP: '192.0.2.1',
  })
  const record = {
    RecordType: 'Delivery',
    ServerID: SERVER_ID,
    MessageStream: message.stream,
    MessageID: message.id,
    Recipient: recipient,
    Tag: message.tag ?? '',
    DeliveredAt: now.toISOString(),
    Details: details,
    Metadata: message.metadata,
  }
  queueWebhook(store, 'postmark', record, now)
}

function insertEvent(
  store: Store,
  message: Message,
  recipient: string,
  type: string,
  now: Date,
  details: object,
): void {
  insertMessageEvent(store, { messageId: message.id, recipient, type, details }, now)
}

function fateOf(address: string): BounceType | 'Delivered' {
  if (address.endsWith('@bounce.example') || address.startsWith('hardbounce')) return 'HardBounce'
  if (address.startsWith('softbounce')) return 'SoftBounce'
  if (address.endsWith('@complaint.example') || address.startsWith('spamcomplaint')) return 'SpamComplaint'
  return 'Delivered'
}

const target = (message: Message) => ({ stream: message.stream ?? 'outbound', message })
