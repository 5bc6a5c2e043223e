import { z } from 'zod/mini'

/** `GET /api/config`: what is the gateway's own. Prices come from billing, limits of alerts from alert-evaluator. */
export const clientConfig = z.object({
  homeFigures: z.enum(['sample', 'live']),
  /** The local run shows where to read the mail it sent. */
  inboxUrl: z.nullable(z.string()),
})
export type ClientConfig = z.output<typeof clientConfig>
