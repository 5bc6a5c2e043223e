import { z } from 'zod'
import { findMessage, insertMessage, type Message } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { insertMessageEvent, listMessageEvents } from '../state/message-events.ts'
import { checkText, laterErrorOf, newSid, optedOut, type Account, type CheckedText } from './message.ts'
import { hasOptedOut } from './phones.ts'
import { queueTwilioWebhook } from './webhook.ts'

/** The part of a text in the ledger that only Twilio's API shows. */
const textDetail = z.object({
  messagingServiceSid: z.string().nullable(),
  statusCallback: z.string().nullable(),
  validitySeconds: z.number().nullable(),
})
type TextDetail = z.output<typeof textDetail>

/** Accepts a text, with what becomes of it; throws Twilio's refusal. */
export function takeText(store: Store, account: Account, form: unknown, now: Date): Message {
  const text = checkText(form, account.sender)
  return store.transaction(() => {
    if (hasOptedOut(store, text.to)) throw optedOut()
    const sid = newSid()
    insertMessage(store, toLedger(sid, text, now))
    const message = findMessage(store, sid)
    if (!message) throw new Error('The text was not inserted')
    settle(store, account, message, now)
    return message
  })
}

/** Reports that it left, and then that it arrived or did not. */
function settle(store: Store, account: Account, message: Message, now: Date): void {
  const [to = ''] = message.to
  const errorCode = laterErrorOf(to)
  tell(store, account, message, 'sent', null, now)
  tell(store, account, message, errorCode === null ? 'delivered' : 'undelivered', errorCode, now)
}

function tell(
  store: Store,
  { accountSid }: Account,
  message: Message,
  status: 'sent' | 'delivered' | 'undelivered',
  errorCode: number | null,
  now: Date,
): void {
  const [to = ''] = message.to
  insertMessageEvent(
    store,
    { messageId: message.id, recipient: to, type: status, details: { errorCode } },
    now,
  )
  const { statusCallback, messagingServiceSid } = detailOf(message)
  if (statusCallback === null) return
  const params = {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    From: message.from,
    To: to,
    MessageSid: message.id,
    MessageStatus: status,
    SmsSid: message.id,
    SmsStatus: status,
    ...(messagingServiceSid !== null && { MessagingServiceSid: messagingServiceSid }),
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  }
  queueTwilioWebhook(store, { url: statusCallback, params }, now)
}

export const detailOf = (message: Message): TextDetail => textDetail.parse(message.detail)

const lastEvent = z.object({ errorCode: z.number().nullable() })

/** As the API shows it: a text just taken is `queued`, later what its last event says. */
export function toText(
  store: Store,
  { accountSid }: Pick<Account, 'accountSid'>,
  message: Message,
  isNew = false,
) {
  const { messagingServiceSid } = detailOf(message)
  const event = isNew ? undefined : listMessageEvents(store, message.id).at(-1)
  const errorCode = event ? lastEvent.parse(event.details).errorCode : null
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.id}`
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.text ?? '',
    date_created: message.sentAt.toUTCString(),
    date_sent: isNew ? null : message.sentAt.toUTCString(),
    date_updated: message.sentAt.toUTCString(),
    direction: 'outbound-api',
    error_code: errorCode,
    error_message: null,
    from: message.from,
    messaging_service_sid: messagingServiceSid,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid: message.id,
    status: event?.type ?? (messagingServiceSid === null ? 'queued' : 'accepted'),
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to[0],
    uri: `${uri}.json`,
  }
}

const toLedger = (sid: string, text: CheckedText, now: Date): Omit<Message, 'serial'> => ({
  id: sid,
  channel: 'sms',
  from: text.from,
  to: [text.to],
  subject: null,
  text: text.body,
  html: null,
  headers: {},
  metadata: {},
  tag: null,
  stream: null,
  detail: {
    messagingServiceSid: text.messagingServiceSid,
    statusCallback: text.statusCallback,
    validitySeconds: text.validitySeconds,
  } satisfies TextDetail,
  sentAt: now,
})
