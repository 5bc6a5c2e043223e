import { z } from 'zod/mini'

/** `GET /api/config`: the gateway's own settings. Billing answers prices, alert-evaluator the limits of alerts. */
export const clientConfig = z.object({
  /** The release that runs (`BUILD_VERSION`), `unversioned` for a build without one. */
  version: z.string(),
  homeFigures: z.enum(['sample', 'live']),
  /** The local run shows where to read the mail it sent. */
  inboxUrl: z.nullable(z.string()),
  /** The local run offers a promo code for free email alerts. */
  demoCode: z.nullable(z.string()),
  /** The sandbox phone for push notifications of the local run; null elsewhere. */
  sandboxDeviceUrl: z.nullable(z.string()),
  /** The address that visitors write to. */
  supportEmail: z.email(),
})
export type ClientConfig = z.output<typeof clientConfig>
