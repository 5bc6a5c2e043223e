import { z } from 'zod'

/** `GET /api/config`: what is the gateway's own. Prices come from billing, limits of alerts from alert-evaluator. */
export const clientConfig = z.object({
  homeFigures: z.enum(['sample', 'live']),
  /** The local run shows where to read the mail it sent. */
  inboxUrl: z.string().nullable(),
  /** The local run offers a promo code for free e-mail alerts. */
  demoCode: z.string().nullable(),
  /** Where visitors write to. */
  supportEmail: z.email(),
})
export type ClientConfig = z.output<typeof clientConfig>
