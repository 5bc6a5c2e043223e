import { z } from 'zod/mini'

/** Offers follow from the providers of an installation. Billing names its own in `GET /api/billing/prices`. */

/** `GET /api/flights/offers` */
export const flightOffers = z.object({
  /** True with a provider of fares. */
  flights: z.boolean(),
})

/** `GET /api/notifications/offers` */
export const notificationOffers = z.object({
  /** True if visitors can join the newsletter. */
  newsletter: z.boolean(),
  /** True with a provider of texts. Billing says if they are sold. */
  texts: z.boolean(),
})
export type NotificationOffers = z.output<typeof notificationOffers>
