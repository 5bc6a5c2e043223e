import { z } from 'zod/mini'
import { emailAddress } from '../email-address.ts'

/** notifier's API of the newsletter, under `/api/notifications`. */

/** Shows that a browser has subscribed an address before. Means nothing to anyone but notifier. */
const receipt = z.string().check(z.minLength(1), z.maxLength(1_000))

/** `POST /newsletter`. `receipt` is what the last answer for the address gave to this browser. */
export const newSubscriber = z.strictObject({ email: emailAddress, receipt: z.optional(receipt) })
export type NewSubscriber = z.input<typeof newSubscriber>

/**
 * `confirmation-sent` is the answer of a first time, and the one that everybody gets for an address that is not theirs. Only the account
 * of the address, and the browser that subscribed it, are told that it is subscribed.
 */
export const subscriberAnswer = z.object({
  status: z.enum(['confirmation-sent', 'subscribed', 'already-subscribed']),
  receipt,
})
export type SubscriberAnswer = z.output<typeof subscriberAnswer>
