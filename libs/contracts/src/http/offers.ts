import { z } from 'zod/mini'

/** What an installation offers follows from its providers. Billing says what is sold (`GET /api/billing/prices`). */

/** `GET /api/flights/offers` */
export const flightOffers = z.object({
  /** Whether there is a provider of fares. */
  flights: z.boolean(),
})

/** `GET /api/notifications/offers` */
export const notificationOffers = z.object({
  /** Whether the newsletter can be joined. */
  newsletter: z.boolean(),
  /** Whether texts can be sent at all; billing says whether they are sold. */
  texts: z.boolean(),
})
export type NotificationOffers = z.output<typeof notificationOffers>
