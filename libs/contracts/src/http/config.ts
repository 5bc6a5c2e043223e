import { z } from 'zod/mini'

/** `GET /api/config`: the gateway's own settings. Billing answers prices, alert-evaluator the limits of alerts. */
export const clientConfig = z.object({
  homeFigures: z.enum(['sample', 'live']),
  /** Where the local run shows the mails it has sent; null elsewhere. */
  inboxUrl: z.nullable(z.string()),
})
export type ClientConfig = z.output<typeof clientConfig>
