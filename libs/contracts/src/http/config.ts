import { z } from 'zod'

/** `GET /api/config`: what the SPA must know before it draws, from the gateway's settings. */
export const clientConfig = z.object({
  homeFigures: z.enum(['sample', 'live']),
  /** The local run shows where to read the mail it sent. */
  inboxUrl: z.string().nullable(),
})
export type ClientConfig = z.output<typeof clientConfig>
