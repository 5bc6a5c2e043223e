import { z } from 'zod/mini'
import { toEntry } from '../pasted-text.ts'
import { toText } from '../plain-text.ts'
import { named } from '../named.ts'
import { emailAddress } from '../email-address.ts'
import { e164Number, parkDate } from '../values.ts'
import { REFERENCE, toReference } from '../mail-reference.ts'
import { MAX_DATES_PER_ORDER } from './billing.ts'
import { finalDecision } from './decision.ts'

/**
 * The support desk: what each service that knows visitors answers to it. The browser joins the answers; no service reads another's tables.
 * Addresses, numbers and references are in bodies alone, because addresses of calls are logged.
 */

/** Drawn by the page, so that what one look-up asks of several services is one in the audit trail. */
const ofLookUp = { lookUpId: z.optional(z.uuid()) }

/** Four characters at least, one of them a letter: fewer are in the address of every other visitor. */
const PART_OF_ADDRESS = /^(?=.*[a-z])[a-z0-9.!#$%&'*+/=?^_`{|}~@-]{4,64}$/

/** The keys by which staff search a visitor. A service that does not keep such a key answers with no visitor. */
export const sought = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('email'), text: emailAddress, ...ofLookUp }),
  z.strictObject({ kind: z.literal('number'), text: e164Number, ...ofLookUp }),
  /** The last four digits of a number: for admins alone, because several visitors can have them. */
  z.strictObject({ kind: z.literal('last-digits'), text: z.string().check(z.regex(/^\d{4}$/)), ...ofLookUp }),
  /** The id of an account, order, payment, pass, day of Lightning Lane Assist, subscription, alert or delivery. */
  z.strictObject({ kind: z.literal('id'), text: z.uuid(), ...ofLookUp }),
  /** In the foot of a mail, as it is stored. */
  z.strictObject({ kind: z.literal('reference'), text: z.string().check(z.regex(REFERENCE)), ...ofLookUp }),
  /** As a provider names a payment, a refund or a message: `pi_…`, `SM…`. */
  z.strictObject({
    kind: z.literal('provider-id'),
    text: z.string().check(z.regex(/^[A-Za-z]{2,5}_?[A-Za-z0-9_]{8,120}$/)),
    ...ofLookUp,
  }),
  /** A part of an address, or an address with a typo or two: a search of its own, so many in an hour. */
  z.strictObject({ kind: z.literal('near'), text: z.string().check(z.regex(PART_OF_ADDRESS)), ...ofLookUp }),
])
export type Sought = z.output<typeof sought>

/** A visitor whom the services found. */
export type FoundVisitor = { email: string; userId: string | null }

/** Whom one service found: by the address, or by the account alone if the service keeps no address of it, which identity then tells. */
const foundVisitor = z.object({
  email: z.nullable(z.string()),
  /** Null where the service does not know of an account. */
  userId: z.nullable(z.uuid()),
})

/** More than this many are not one visitor: look for something longer. */
export const FOUND_VISITORS_LIMIT = 20
/** So many addresses near a typed one are offered: a search does not list the visitors. */
export const NEAR_VISITORS_LIMIT = 5
export const foundVisitors = z.array(foundVisitor)
export type FoundVisitors = z.output<typeof foundVisitors>

export const readVisitor = z.strictObject({
  email: emailAddress,
  userId: z.nullable(z.uuid()),
  /** True if phone numbers are answered whole, which is recorded as an act of its own. */
  showsNumbers: z.boolean(),
  ...ofLookUp,
})
export type ReadVisitor = z.output<typeof readVisitor>

/**
 * A service's data of a visitor, as named lists of records. The records are not checked: a long past has ten thousand, and a check would
 * copy each.
 */
export const visitorData = named(z.array(z.unknown()))

/** Why staff did something, for the audit trail: it keeps no address and no number. */
export const actReason = z.string().check(
  z.overwrite(toText),
  z.minLength(3),
  z.maxLength(300),
  z.refine((reason) => !/@|\d{6}/.test(toEntry(reason))),
)

/** Ends what belongs to an account. */
export const deskAct = z.strictObject({ reason: actReason })
/** Confirms the address of a sign-up. */
export const confirmAct = z.strictObject({ email: emailAddress, reason: actReason })
/** Erases a person, or exports what a service keeps of one; `userId` is the account of the address, where it has one. */
export const personAct = z.strictObject({
  email: emailAddress,
  userId: z.nullable(z.uuid()),
  reason: actReason,
})
/** No account has this id: it stands for a visitor without an account. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Stops the alerts of an address in all its parks. */
export const stopAct = z.strictObject({ email: emailAddress, reason: actReason })
/** Mails the owner of alerts the link to them: once for each `requestId`. */
export const linkAct = z.strictObject({ email: emailAddress, requestId: z.uuid(), reason: actReason })
const recipientOf = {
  email: { channel: z.literal('email'), address: emailAddress },
  sms: { channel: z.literal('sms'), address: e164Number },
}
/**
 * Stops messages to an address or a number. For an address `lists` are the mails that come by themselves; `everything` are the letters of
 * an account too, because it is not the visitor's.
 */
export const suppressAct = z.discriminatedUnion('channel', [
  z.strictObject({ ...recipientOf.email, what: z.enum(['lists', 'everything']), reason: actReason }),
  z.strictObject({ ...recipientOf.sms, reason: actReason }),
])
/** Releases the suppressions of an address, or that a number cannot be reached. */
export const releaseAct = z.discriminatedUnion('channel', [
  z.strictObject({ ...recipientOf.email, reason: actReason }),
  z.strictObject({ ...recipientOf.sms, reason: actReason }),
])

/**
 * Fields of an act that gives something away, once for each `requestId`. `version` is the payment's, or that of the address's orders, as
 * read.
 */
const ofGift = finalDecision.shape
/** Pays back so much of a payment, in cents. */
export const refundAct = z.strictObject({
  ...ofGift,
  amountCents: z.int().check(z.positive()),
  reason: actReason,
})
const givenDays = z.array(parkDate).check(z.minLength(1), z.maxLength(MAX_DATES_PER_ORDER))
/** Gives the park and the channel of a pass more days. */
export const extendAct = z.strictObject({ ...ofGift, dates: givenDays, reason: actReason })
/** Gives a pass for email alerts. */
export const giveAct = z.strictObject({ ...extendAct.shape, email: emailAddress, parkId: z.uuid() })
/** The pass that was given, by its order. */
export const givenPass = z.object({ orderId: z.uuid(), dates: z.array(parkDate) })
/** Mails a receipt, or the link that an order waits for, again: once for each `requestId`. */
export const resendAct = z.strictObject({ requestId: z.uuid(), reason: actReason })

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const US_NUMBER_DIGITS = 10

/** Returns the key that a typed or pasted line names; null if it is none of them. */
export function toSought(typed: string): Sought | null {
  const text = typed.trim()
  const digits = text.replaceAll(/[\s().-]/g, '')
  if (text.includes('@')) return toKnown({ kind: 'email', text })
  if (UUID.test(text)) return toKnown({ kind: 'id', text: text.toLowerCase() })
  const reference = toReference(text)
  if (reference) return toKnown({ kind: 'reference', text: reference })
  if (/^\d{4}$/.test(digits)) return toKnown({ kind: 'last-digits', text: digits })
  if (/^\+?\d+$/.test(digits)) return toKnown({ kind: 'number', text: toNumber(digits) })
  return toKnown({ kind: 'provider-id', text })
}

/** Returns the search for addresses near a typed line; null if it is no part of an address. */
export const toNear = (typed: string): Sought | null =>
  toKnown({ kind: 'near', text: typed.trim().toLowerCase() })

function toNumber(digits: string): string {
  if (digits.startsWith('+')) return digits
  return digits.length === US_NUMBER_DIGITS ? `+1${digits}` : `+${digits}`
}

function toKnown(entry: { kind: Sought['kind']; text: string }): Sought | null {
  const known = sought.safeParse(entry)
  return known.success ? known.data : null
}
