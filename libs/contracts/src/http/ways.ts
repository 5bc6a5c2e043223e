import { z } from 'zod/mini'
import { channel, instant, mailList, suppressionScope } from '../values.ts'
import { deliveryState } from './notifications.ts'

/** notifier's API about where alerts go, under `/api/notifications`. Addresses are shown in part, so that a page may be shared. */

/** How many test alerts a visitor may have sent in an hour. */
export const TEST_ALERTS_AN_HOUR = 5

/** The newest test alert of the last hour on a way. */
const lastTest = z.nullable(
  z.object({ state: deliveryState, reason: z.nullable(z.string()), requestedAt: instant }),
)

export const EMAIL_STATES = ['ok', 'unsubscribed', 'bounced', 'complained', 'invalid'] as const
/** `unreachable`: our provider says that no text reaches the number; a START or YES from it shows otherwise. */
export const NUMBER_STATES = ['waiting-for-yes', 'confirmed', 'stopped', 'unreachable'] as const

const emailWay = z.object({
  channel: z.literal('email'),
  /** `v•••@example.com` */
  address: z.string(),
  /** `ok`, or why no alert is mailed. */
  state: z.enum(EMAIL_STATES),
  /** True if letters still go there: a link to turn alerts on again can be mailed. */
  takesLetters: z.boolean(),
  lastTest,
})

const numberWay = z.object({
  channel: z.literal('sms'),
  /** The last four digits. */
  number: z.string(),
  state: z.enum(NUMBER_STATES),
  /** True if a test alert of this channel goes here: to the number that was confirmed last. */
  isTested: z.boolean(),
  lastTest,
})

/** `GET /ways`. The numbers are those of the orders, that which was confirmed last first. */
export const wayList = z.object({ email: emailWay, numbers: z.array(numberWay) })
export type WayList = z.output<typeof wayList>

/** `GET /ways/text`, also for the tab that has paid: the number of the caller's order; null for a caller with several numbers, or none. */
export const textWay = z.object({
  way: z.nullable(z.object({ number: z.string(), state: z.enum(NUMBER_STATES) })),
})
export type TextWay = NonNullable<z.output<typeof textWay>['way']>
export type EmailWay = z.output<typeof emailWay>
export type NumberWay = z.output<typeof numberWay>
export type Way = EmailWay | NumberWay

export const mailListAsked = z.object({ list: mailList })

/** `GET /ways/email/lists/:list`: whether mails of one list go to the caller, or why not. */
export const mailListStanding = z.object({ state: z.enum(EMAIL_STATES) })

export const newTestAlert = z.strictObject({ channel: z.enum(['email', 'sms']) })

export const queuedAnswer = z.object({ status: z.literal('queued') })

/** `POST /api/notifications/suppressions/look-up`: what support asks of an address. */
export const suppressedAddress = z.strictObject({ email: z.email().check(z.maxLength(254)) })

export const suppressionReport = z.object({
  suppressions: z.array(
    z.object({
      channel,
      reason: z.enum(['unsubscribed', 'bounced', 'complained', 'invalid']),
      scope: suppressionScope,
      since: instant,
    }),
  ),
  /** True if the provider of mails keeps lists of addresses that it does not write to. */
  keepsLists: z.boolean(),
  /** The lists of Postmark that have the address now; null where Postmark does not say, or there are none. */
  listed: z.nullable(
    z.array(
      z.object({
        list: z.string(),
        reason: z.enum(['unsubscribed', 'bounced', 'complained', 'invalid']),
        since: instant,
      }),
    ),
  ),
  /** The newest questions to Postmark about the address, with the releases and who demanded them. */
  checks: z.array(
    z.object({
      checkId: z.uuid(),
      cause: z.enum(['told', 'confirmed', 'resumed', 'support']),
      adminId: z.nullable(z.uuid()),
      requestedAt: instant,
      settledAt: z.nullable(instant),
      /** Null while Postmark has not answered. */
      outcome: z.nullable(z.enum(['confirmed', 'unconfirmed', 'released', 'still-suppressed', 'given-up'])),
    }),
  ),
})
export type SuppressionReport = z.output<typeof suppressionReport>

/** `checkId` is of the question to Postmark; null for a number, which is released at once. */
export const releaseQueued = z.object({ checkId: z.nullable(z.uuid()) })
