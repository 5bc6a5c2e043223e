import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { feedId, instant, parkDate, recipient } from '../values.ts'

/** Facts published by billing. */

/** One ordered day: `[startsAt, endsAt)`. Windows of a pass may overlap; the consumer merges them. */
export const passWindow = z.object({ date: parkDate, startsAt: instant, endsAt: instant })
export type PassWindow = z.output<typeof passWindow>

export const passActivated = defineEvent({
  type: 'PassActivated',
  summary:
    'An order was paid, or a promo code honoured for a proven address: this person is alerted for this park in these windows.',
  topic: 'billing.passes',
  publisher: 'billing',
  key: (data) => data.passId,
  data: z.object({
    passId: z.uuid(),
    /** Lower-cased; the owner of the subscription, also where the alerts go to another recipient. */
    email: z.email(),
    recipient,
    /** Of a pass for text messages: which words of `sms-consent.ts` its buyer agreed to, and when. */
    consent: z.object({ version: z.string(), givenAt: instant }).optional(),
    /** Null: every park (the unlimited plan). */
    parkId: z.nullable(feedId),
    parkName: z.string().nullable(),
    windows: z.array(passWindow).min(1),
    /** Paid passes carry the guarantee. */
    paid: z.boolean(),
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
    /** What this refund gave back; less than the price where a part was refunded by hand before. */
    amountCents: z.int().positive(),
    currency: z.literal('usd'),
    /** The different rides that were delivered as alerts. */
    ridesCounted: z.int().min(0),
    refundedAt: instant,
  }),
})
