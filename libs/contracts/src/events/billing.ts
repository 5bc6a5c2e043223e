import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { feedId, instant, parkDate, recipient } from '../values.ts'

/** Facts published by billing. */

/** One bought day: `[startsAt, endsAt)`. Windows of a pass may overlap; the reader merges them. */
export const passWindow = z.object({ date: parkDate, startsAt: instant, endsAt: instant })
export type PassWindow = z.output<typeof passWindow>

/** An order was paid, or a promo code honoured for a proven address: alert this person for this park in these windows. */
export const passActivated = defineEvent({
  type: 'PassActivated',
  topic: 'billing.passes',
  publisher: 'billing',
  key: (data) => data.passId,
  data: z.object({
    passId: z.uuid(),
    /** Lower-cased; whose subscription it is, even when the alerts go elsewhere. */
    email: z.email(),
    recipient,
    /** Null: every park (the unlimited plan). */
    parkId: z.nullable(feedId),
    parkName: z.string().nullable(),
    windows: z.array(passWindow).min(1),
    /** Paid passes carry the guarantee. */
    paid: z.boolean(),
  }),
})

/** The pass was taken back (refund, dispute); its windows alert no more. */
export const passRevoked = defineEvent({
  type: 'PassRevoked',
  topic: 'billing.passes',
  publisher: 'billing',
  key: (data) => data.passId,
  data: z.object({ passId: z.uuid(), reason: z.enum(['refunded', 'disputed', 'erased']) }),
})
