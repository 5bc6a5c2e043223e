import { z } from 'zod'
import { parseMailboxes, type Mailbox } from './address.ts'
import { invalidRequest, PostmarkError } from './errors.ts'

/** The two that each server has, and the transactional ones that an operator adds for the lists of mails. */
export const STREAMS = [
  'outbound',
  'broadcast',
  'alerts',
  'flights',
  'restaurants',
  'lightning-lane',
] as const

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)

/** The fields that Postmark documents for one message, and no others. */
export const newMessage = z.strictObject({
  From: text,
  To: text,
  Cc: text,
  Bcc: text,
  Subject: text,
  Tag: text,
  HtmlBody: text,
  TextBody: text,
  ReplyTo: text,
  MessageStream: text,
  Metadata: z.record(z.string(), z.string()).nullish(),
  Headers: z.array(z.strictObject({ Name: z.string(), Value: z.string() })).nullish(),
  TrackOpens: z.boolean().nullish(),
  TrackLinks: z.enum(['None', 'HtmlAndText', 'HtmlOnly', 'TextOnly']).nullish(),
  Attachments: z
    .array(
      z.strictObject({
        Name: z.string(),
        Content: z.base64(),
        ContentType: z.string(),
        ContentID: text,
        ContentLength: z.number().nullish(),
        Disposition: text,
      }),
    )
    .nullish(),
})
export type NewMessage = z.output<typeof newMessage>

/** A message that passed every check that does not depend on its recipients. */
export type CheckedMessage = {
  from: Mailbox
  to: Mailbox[]
  cc: Mailbox[]
  bcc: Mailbox[]
  stream: string
  body: NewMessage
}

const MAX_RECIPIENTS = 50
const MAX_BODY_BYTES = 5 * 1024 * 1024

/** Throws the refusal that Postmark gives to a message it does not take. */
export function checkMessage(body: NewMessage): CheckedMessage {
  const [from, ...others] = parseMailboxes('From', body.From ?? '')
  if (!from || others.length > 0) throw invalidRequest(`Invalid 'From' address: '${body.From ?? ''}'.`)
  checkSender(from)

  const to = parseMailboxes('To', body.To ?? '')
  const cc = parseMailboxes('Cc', body.Cc ?? '')
  const bcc = parseMailboxes('Bcc', body.Bcc ?? '')
  parseMailboxes('ReplyTo', body.ReplyTo ?? '')
  const count = to.length + cc.length + bcc.length
  if (count === 0) throw invalidRequest('Zero recipients specified')
  if (count > MAX_RECIPIENTS) {
    throw invalidRequest(
      `Maximum of ${MAX_RECIPIENTS} recipients allowed per email message, but ${count} were provided.`,
    )
  }
  if (!body.HtmlBody && !body.TextBody)
    throw invalidRequest('Provide either email TextBody or HtmlBody or both.')
  checkLengths(body)

  const stream = body.MessageStream ?? 'outbound'
  if (!STREAMS.some((each) => each === stream)) {
    throw new PostmarkError(1235, `The 'MessageStream' provided does not exist on this server: '${stream}'.`)
  }
  return { from, to, cc, bcc, stream, body }
}

/** Every domain counts as confirmed, save this one. */
function checkSender({ Email }: Mailbox): void {
  if (!Email.toLowerCase().endsWith('@unconfirmed.example')) return
  throw new PostmarkError(
    400,
    `The 'From' address you supplied (${Email}) is not a Sender Signature on your account. ` +
      "Please add and confirm this address in order to be able to use it in the 'From' field of your messages.",
  )
}

function checkLengths({ Subject, Tag, HtmlBody, TextBody, Metadata }: NewMessage): void {
  if ((Subject?.length ?? 0) > 2000) throw invalidRequest("The 'Subject' is longer than 2000 characters.")
  if ((Tag?.length ?? 0) > 1000) throw invalidRequest("The 'Tag' is longer than 1000 characters.")
  for (const [field, value] of Object.entries({ HtmlBody, TextBody })) {
    if (Buffer.byteLength(value ?? '') > MAX_BODY_BYTES)
      throw invalidRequest(`The '${field}' is larger than 5 MB.`)
  }
  const entries = Object.entries(Metadata ?? {})
  if (entries.length > 10) throw invalidRequest("'Metadata' has more than 10 fields.")
  for (const [key, value] of entries) {
    if (key.length > 20)
      throw invalidRequest(`The 'Metadata' field name '${key}' is longer than 20 characters.`)
    if (value.length > 80)
      throw invalidRequest(`The 'Metadata' value of '${key}' is longer than 80 characters.`)
  }
}
