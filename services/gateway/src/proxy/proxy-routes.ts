import type { GatewaySettings } from '../config.ts'

export type ProxyRoute = {
  /** Everything below it is proxied; the address itself alone if `isExact`. */
  prefix: string
  isExact?: boolean
  /** Where the service listens. */
  origin: string
  /** Services know nothing of `/api/<name>`. */
  stripPrefix: boolean
  /** Whether answers that the service marks `public` are shared among visitors for as long as it says. */
  shared?: boolean
  bodyLimitBytes: number
  /** Whether the limits of one client hold. */
  rateLimited: boolean
  /**
   * What it changes is counted as if it were read: a park's whole wireless network is one client, and a refresh that is
   * refused ends a visitor's session. The service has limits of its own.
   */
  writesAsReads?: boolean
  /** The one service that sets cookies is given them back; no other sees any. */
  ownCookies?: boolean
  /** The sandbox shows mails in frames, with a content security policy of its own. */
  ownFrames?: boolean
}

const KIB = 1024
const MIB = 1024 * KIB

/** What goes where: the only list of it. */
export function toProxyRoutes(settings: GatewaySettings): ProxyRoute[] {
  const api = { stripPrefix: true, bodyLimitBytes: 64 * KIB, rateLimited: true }
  const asIs = { stripPrefix: false, bodyLimitBytes: 64 * KIB, rateLimited: true }
  const routes: ProxyRoute[] = [
    { ...asIs, prefix: '/auth/v1', origin: settings.IDENTITY_URL, ownCookies: true, writesAsReads: true },
    { ...api, prefix: '/api/identity', origin: settings.IDENTITY_URL, ownCookies: true },
    { ...api, prefix: '/api/parks', origin: settings.PARK_DATA_URL, shared: true },
    { ...api, prefix: '/api/alerts', origin: settings.ALERTS_URL },
    { ...api, prefix: '/api/billing', origin: settings.BILLING_URL, shared: true },
    { ...api, prefix: '/api/notifications', origin: settings.NOTIFIER_URL },
    { ...asIs, prefix: '/u', origin: settings.NOTIFIER_URL },
    {
      // All of a provider's events come from a few addresses, and thousands may come at once.
      ...asIs,
      prefix: '/webhooks/postmark',
      isExact: true,
      origin: settings.NOTIFIER_URL,
      bodyLimitBytes: MIB,
      rateLimited: false,
    },
  ]
  if (settings.SANDBOX_URL) {
    routes.push({
      ...asIs,
      prefix: '/sandbox',
      origin: settings.SANDBOX_URL,
      bodyLimitBytes: 10 * MIB,
      rateLimited: false,
      ownFrames: true,
    })
  }
  return routes.map((route) => ({ ...route, origin: new URL(route.origin).origin }))
}
