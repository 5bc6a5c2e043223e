import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { newWatch } from '../new-watches.ts'
import { feedId, instant, parkDate, recipient } from '../values.ts'

/** Facts published by billing. */

/** One ordered day: `[startsAt, endsAt)`. Windows of a pass may overlap; the consumer merges them. */
export const passWindow = z.object({ date: parkDate, startsAt: instant, endsAt: instant })
export type PassWindow = z.output<typeof passWindow>

const activatedPass = z.object({
  passId: z.uuid(),
  /** Lower-cased; the owner of the subscription, also where the alerts go to another recipient. */
  email: z.email(),
  recipient,
  /** Set for a pass for text messages: the version of `sms-consent.ts` that its buyer agreed to, and when. */
  consent: z.object({ version: z.string(), givenAt: instant }).optional(),
  parkId: feedId,
  parkName: z.string(),
  windows: z.array(passWindow).min(1),
  /** Paid passes carry the guarantee. */
  paid: z.boolean(),
})

export const passActivated = defineEvent({
  type: 'PassActivated',
  summary:
    'An order was paid, or a promo code honoured for a proven address: this person is alerted for this park in these windows.',
  topic: 'billing.passes',
  publisher: 'billing',
  key: (data) => data.passId,
  data: activatedPass.extend({
    /** When the order was confirmed by the link of a mail, which shows that the address receives mail; absent for other orders. */
    confirmedByMailAt: z.optional(instant),
    /** The rides that were chosen with the order; absent: all of the park. An address that has a choice there keeps it, and these are added. */
    watches: z.optional(z.array(newWatch)),
  }),
})

export const passRevoked = defineEvent({
  type: 'PassRevoked',
  summary: 'A pass was taken back (refund, dispute, erasure). Its windows alert no more.',
  topic: 'billing.passes',
  publisher: 'billing',
  key: (data) => data.passId,
  data: z.object({ passId: z.uuid(), reason: z.enum(['refunded', 'disputed', 'erased']) }),
})

export const passRestored = defineEvent({
  type: 'PassRestored',
  summary:
    'A pass that was taken back for a dispute is given back, because the dispute was won: with all its windows, those that are over too. Follows PassRevoked.',
  topic: passActivated.topic,
  publisher: 'billing',
  key: (data) => data.passId,
  data: activatedPass,
})

export const passMoved = defineEvent({
  type: 'PassMoved',
  summary:
    'The account that owns a pass has another address. Its subscription, its alerts and those to come go along. Follows PassActivated.',
  topic: 'billing.passes',
  publisher: 'billing',
  key: (data) => data.passId,
  data: z.object({
    passId: z.uuid(),
    /** The new address, lower-cased. */
    email: z.email(),
    /** All passes of this park that move in the same change, this one among them: one subscription carries them. */
    passIds: z.array(z.uuid()).min(1),
    changedAt: instant,
  }),
})

export const passRefunded = defineEvent({
  type: 'PassRefunded',
  summary: 'The guarantee of an ended pass was not met, and what was paid for it went back to the buyer.',
  topic: passRevoked.topic,
  publisher: 'billing',
  key: (data) => data.passId,
  data: z.object({
    passId: z.uuid(),
    reason: z.enum(['guarantee']),
    /** The amount of this refund; less than the price if a part was refunded by hand before. */
    amountCents: z.int().positive(),
    currency: z.literal('usd'),
    /** The different rides that were delivered as alerts. */
    ridesCounted: z.int().min(0),
    refundedAt: instant,
  }),
})

export const planCoverageChanged = defineEvent({
  type: 'PlanCoverageChanged',
  summary:
    'The unlimited plan of an account covers the parks in which its owner chooses rides, until this time. Carries the whole state, so that the newest version is enough.',
  topic: 'billing.plans',
  publisher: 'billing',
  key: (data) => data.planId,
  data: z.object({
    planId: z.uuid(),
    /** Lower-cased; the owner of the subscriptions that the plan covers. Another one once its account has another address, also of a plan that has ended. */
    email: z.email(),
    /** The end of the paid time, or of the days of grace after it for a plan that will be renewed. */
    coveredUntil: instant,
    /** Grows with each event of the plan: an older one than the newest known says nothing. */
    version: z.int().min(1),
  }),
})

export const planEnded = defineEvent({
  type: 'PlanEnded',
  summary: 'A plan covers nothing any more, and never will again: another plan of its owner has another id.',
  topic: 'billing.plans',
  publisher: 'billing',
  key: (data) => data.planId,
  data: z.object({
    planId: z.uuid(),
    reason: z.enum(['cancelled', 'unpaid', 'disputed', 'erased']),
    endedAt: instant,
  }),
})

const assistDayWindow = z.object({ startsAt: instant, endsAt: instant })

export const assistDayActivated = defineEvent({
  type: 'AssistDayActivated',
  summary:
    'A Lightning Lane Assist day was paid, or given back after a won dispute: this account is assisted in these windows. It alerts of no ride and has no guarantee.',
  topic: 'billing.assist-days',
  publisher: 'billing',
  key: (data) => data.assistDayId,
  data: z.object({
    assistDayId: z.uuid(),
    userId: z.uuid(),
    /** Each `[startsAt, endsAt)`, as those of passes. Windows of two days of an account may overlap. */
    windows: z.array(assistDayWindow).min(1),
  }),
})

export const assistDayRevoked = defineEvent({
  type: 'AssistDayRevoked',
  summary:
    'A Lightning Lane Assist day was taken back. Its windows assist no more. Follows AssistDayActivated.',
  topic: assistDayActivated.topic,
  publisher: 'billing',
  key: (data) => data.assistDayId,
  data: z.object({
    assistDayId: z.uuid(),
    userId: z.uuid(),
    windows: z.array(assistDayWindow).min(1),
    reason: z.enum(['refunded', 'disputed', 'erased']),
  }),
})
