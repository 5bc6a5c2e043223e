import { randomBytes } from 'node:crypto'
import { z, type ZodError } from 'zod'
import { TwilioError } from './errors.ts'

const MAX_CHARACTERS = 1_600
const MAX_VALIDITY_SECONDS = 36_000

/** The parameters of a text that the product may use, and no others: a misspelled one is noticed. */
const newText = z.strictObject({
  To: z.string().optional(),
  From: z.string().optional(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().optional(),
  StatusCallback: z.string().optional(),
  ValidityPeriod: z.coerce.number().int().min(1).max(MAX_VALIDITY_SECONDS).optional(),
})

/** A text that passed every check. */
export type CheckedText = {
  to: string
  from: string
  messagingServiceSid: string | null
  body: string
  statusCallback: string | null
  validitySeconds: number | null
}

/** The number that texts come from, and the messaging service that it belongs to. */
type Sender = { number: string; messagingServiceSid: string }

export type Account = {
  accountSid: string
  authToken: string
  sender: Sender
  /** False for an account whose handling of STOP, START and HELP is off; true by default. */
  handlesKeywords?: boolean
}

export const newSid = () => `SM${randomBytes(16).toString('hex')}`

const E164 = /^\+[1-9]\d{6,14}$/

/** Throws the refusal that Twilio gives to a text it does not take. */
export function checkText(form: unknown, sender: Sender): CheckedText {
  const parsed = newText.safeParse(form)
  if (!parsed.success) throw toRefusal(parsed.error)
  const { To: to, From, MessagingServiceSid, Body: body, StatusCallback, ValidityPeriod } = parsed.data
  if (!to) throw new TwilioError(21604, "A 'To' phone number is required.")
  if (!body) throw new TwilioError(21602, 'Message body is required.')
  checkSender(From, MessagingServiceSid, sender)
  checkRecipient(to)
  if (body.length > MAX_CHARACTERS) {
    throw new TwilioError(21617, 'The concatenated message body exceeds the 1600 character limit.')
  }
  if (StatusCallback !== undefined && !URL.canParse(StatusCallback)) {
    throw new TwilioError(21609, `The 'StatusCallback' URL ${StatusCallback} is not a valid URL.`)
  }
  return {
    to,
    from: sender.number,
    messagingServiceSid: MessagingServiceSid ?? null,
    body,
    statusCallback: StatusCallback ?? null,
    validitySeconds: ValidityPeriod ?? null,
  }
}

/** Twilio itself ignores an unknown parameter; here it is refused. */
function toRefusal({ issues: [issue] }: ZodError): TwilioError {
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : String(issue?.path[0] ?? '')
  const what = issue?.code === 'unrecognized_keys' ? 'is not known' : (issue?.message ?? 'is invalid')
  return new TwilioError(20001, `Parameter '${name}': ${what}`)
}

/** The numbers from which Twilio's test credentials refuse to send, and every number that is not ours. */
function checkSender(from: string | undefined, serviceSid: string | undefined, sender: Sender): void {
  if (serviceSid !== undefined) {
    if (serviceSid === sender.messagingServiceSid) return
    throw new TwilioError(21701, `The Messaging Service ${serviceSid} does not exist.`)
  }
  if (from === undefined) throw new TwilioError(21603, "A 'From' phone number is required.")
  if (from === '+15005550001') throw new TwilioError(21212, `Invalid 'From' Phone Number: ${from}`)
  if (from === '+15005550008') throw new TwilioError(21611, `This 'From' number has exceeded its queue.`)
  if (from === sender.number || from === '+15005550006') return
  throw new TwilioError(
    21606,
    `The 'From' phone number provided (${from}) is not a valid message-capable Twilio phone number.`,
  )
}

/** The numbers to which Twilio's test credentials refuse to send. */
function checkRecipient(to: string): void {
  if (!E164.test(to) || to === '+15005550001') {
    throw new TwilioError(21211, `Invalid 'To' Phone Number: ${to}`)
  }
  if (to === '+15005550002') {
    throw new TwilioError(21612, `The 'To' phone number ${to} is not currently reachable using this sender.`)
  }
  if (to === '+15005550003') {
    throw new TwilioError(21408, `Permission to send an SMS has not been enabled for the region of ${to}.`)
  }
  if (to === '+15005550004') throw optedOut()
  if (to === '+15005550009') throw new TwilioError(21614, `'To' number is not a valid mobile number: ${to}`)
}

export const optedOut = () => new TwilioError(21610, 'Attempt to send to unsubscribed recipient')

/** `+15005553003` is accepted and then undelivered with 30003, and so on; all other numbers receive. */
export const laterErrorOf = (to: string): number | null => {
  const digits = /^\+1500555(30\d\d)$/.exec(to)?.[1]
  return digits === undefined ? null : 30_000 + Number(digits.slice(1))
}
