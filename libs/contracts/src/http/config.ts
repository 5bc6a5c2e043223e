import { z } from 'zod'
import { priceList } from './billing.ts'

/** `GET /api/config`: what the SPA must know before it draws. Composed by the gateway from its settings. */
export const clientConfig = z.object({
  smsEnabled: z.boolean(),
  homeFigures: z.enum(['sample', 'live']),
  defaultThresholdMinutes: z.int(),
  alertCooldownMinutes: z.int(),
  passHours: z.number().positive(),
  prices: priceList,
  /** The local run shows where to read the mail it sent. */
  inboxUrl: z.string().nullable(),
})
export type ClientConfig = z.output<typeof clientConfig>
