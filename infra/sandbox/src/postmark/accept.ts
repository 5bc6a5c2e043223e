import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findMessage, insertMessage, type Message } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import type { Mailbox } from './address.ts'
import { inactiveRecipients, PostmarkError } from './errors.ts'
import { checkMessage, type CheckedMessage, type NewMessage } from './message.ts'
import { settle } from './outcomes.ts'
import { findSuppression } from './suppressions.ts'

const mailboxes = z.array(z.object({ Email: z.string(), Name: z.string() }))

/** The part of an email in the ledger that only Postmark's API shows. */
export const emailDetail = z.object({
  from: z.string(),
  to: mailboxes,
  cc: mailboxes,
  bcc: mailboxes,
  replyTo: z.string().nullable(),
  attachments: z.array(z.string()),
  trackOpens: z.boolean(),
  trackLinks: z.string(),
})
type EmailDetail = z.output<typeof emailDetail>

/** Accepts one message or returns Postmark's refusal; never throws one. */
export function takeInBatch(store: Store, body: NewMessage, now: Date) {
  try {
    return take(store, body, now, true)
  } catch (err) {
    if (err instanceof PostmarkError) return err.toBody()
    throw err
  }
}

/** Accepts one message; throws Postmark's refusal. */
export function take(store: Store, body: NewMessage, now: Date, inBatch = false) {
  const message = checkMessage(body)
  return store.transaction(() => {
    const { active, inactive } = splitByActivity(store, message)
    if (active.length === 0) throw inactiveRecipients(inactive, inBatch)

    const id = randomUUID()
    insertMessage(store, toLedger(id, message, active, now))
    const accepted = findMessage(store, id)
    if (accepted) settle(store, accepted, now)
    return {
      To: body.To,
      ...(body.Cc && { Cc: body.Cc }),
      ...(body.Bcc && { Bcc: body.Bcc }),
      SubmittedAt: now.toISOString(),
      MessageID: id,
      ErrorCode: 0,
      Message:
        inactive.length === 0
          ? 'OK'
          : `Message OK, but will not deliver to these inactive addresses: ${inactive.join(', ')}`,
    }
  })
}

function splitByActivity(store: Store, { to, cc, bcc, stream }: CheckedMessage) {
  const addresses = [...to, ...cc, ...bcc].map(({ Email }) => Email)
  const isActive = (address: string) => !findSuppression(store, stream, address)
  return { active: addresses.filter(isActive), inactive: addresses.filter((address) => !isActive(address)) }
}

function toLedger(
  id: string,
  message: CheckedMessage,
  recipients: string[],
  now: Date,
): Omit<Message, 'serial'> {
  const { from, to, cc, bcc, stream, body } = message
  return {
    id,
    channel: 'email',
    from: from.Email,
    to: recipients,
    subject: body.Subject ?? '',
    text: body.TextBody ?? null,
    html: body.HtmlBody ?? null,
    headers: Object.fromEntries((body.Headers ?? []).map(({ Name, Value }) => [Name, Value])),
    metadata: body.Metadata ?? {},
    tag: body.Tag ?? null,
    stream,
    detail: {
      from: fullAddress(from),
      to,
      cc,
      bcc,
      replyTo: body.ReplyTo ?? null,
      attachments: (body.Attachments ?? []).map(({ Name }) => Name),
      trackOpens: body.TrackOpens ?? false,
      trackLinks: body.TrackLinks ?? 'None',
    } satisfies EmailDetail,
    sentAt: now,
  }
}

const fullAddress = ({ Email, Name }: Mailbox) => (Name ? `"${Name}" <${Email}>` : Email)
