import { entryOf, SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { urlOfService, type GatewaySettings } from '../config.ts'
import { boardSnapshot, firstEventSnapshot, type Snapshot } from './snapshots.ts'

/** `path` is as the service knows it; a parameter is an id, whose case does not matter. */
export type StreamRoute = { path: string; snapshot: () => Snapshot }

export type ProxyRoute = {
  /** Everything below it is proxied; the address itself alone if `isExact`. */
  prefix: string
  isExact?: boolean
  /** Where the service listens. */
  origin: string
  /** Services know nothing of `/api/<name>`. */
  stripPrefix: boolean
  /** Routes of the service that have an address of their own, and no second one below this. */
  elsewhere?: string[]
  /** True if visitors share answers that the service marks `public`, for as long as it says. */
  shared?: boolean
  bodyLimitBytes: number
  /** A provider's webhook: its request is refused at once without this header, has seconds for its body and connections of its own. */
  proofHeader?: string
  /** True if the limits of one client hold. */
  rateLimited: boolean
  /** The one service that sets cookies is given them back; no other sees any. */
  ownCookies?: boolean
  /** The routes below the prefix that are live streams, for any `Accept` of a client. */
  streams?: StreamRoute[]
  /** The sandbox shows mails in frames, with a content security policy of its own. */
  ownFrames?: boolean
  /** The sandbox refuses hosts that are not its own; a service believes no host but the public one. */
  hearsHost?: boolean
}

/** The addresses of a route in the gateway's router. */
export const addressesOf = ({ prefix, isExact = false }: ProxyRoute): string[] =>
  isExact ? [prefix] : [prefix, `${prefix}/*`]

/** Requests of one client that count together, each kind with a limit of its own. */
export type Counted = 'requests' | 'writes' | 'push-receipts'

/**
 * Operations by another method than GET that do not count as a write, by their address in the router. A park's whole wireless network is
 * one client, so few writes are left to each visitor.
 */
const COUNTED_APART: Record<string, Counted> = {
  // A refresh that is refused ends a visitor's session. Identity has limits of its own.
  '/auth/v1': 'requests',
  '/auth/v1/*': 'requests',
  ...Object.fromEntries(SERVICE_NAMES.flatMap(countedApartOf)),
}

/** A receipt that is refused for good is an alert that counts as never seen. */
function countedApartOf(name: ServiceName): [address: string, counted: Counted][] {
  const { address, reads = [], receipts = [] } = entryOf(name)
  return [
    ...reads.map((route): [string, Counted] => [`${address}${route.replace(/^POST /, '')}`, 'requests']),
    ...receipts.map((path): [string, Counted] => [`${address}${path}`, 'push-receipts']),
  ]
}

/** The addresses of a route whose writes are counted so. */
export const addressesOfWrites = (route: ProxyRoute, as: Counted): string[] => {
  const apart = Object.keys(COUNTED_APART).filter((address) => address.startsWith(`${route.prefix}/`))
  return [...new Set([...addressesOf(route), ...apart])].filter(
    (address) => (COUNTED_APART[address] ?? 'writes') === as,
  )
}

const KIB = 1024
const MIB = 1024 * KIB
/** The largest body of a provider that a service takes; one batch of events is far below. */
const WEBHOOK_BYTES = 256 * KIB

/** The table of routes: each service of the registry at its address, and the fixed addresses of others. */
export function toProxyRoutes(settings: GatewaySettings): ProxyRoute[] {
  const identityUrl = urlOfService(settings, 'identity')
  const notifierUrl = urlOfService(settings, 'notifier')
  const asIs = { stripPrefix: false, bodyLimitBytes: 64 * KIB, rateLimited: true }
  const routes: ProxyRoute[] = [
    ...toServiceRoutes(settings),
    // The wire format of GoTrue, whose clients know this address.
    { ...asIs, prefix: '/auth/v1', origin: identityUrl, ownCookies: true },
    // Unsubscribe links in mails.
    { ...asIs, prefix: '/u', origin: notifierUrl },
    // Short links in text messages.
    { ...asIs, prefix: '/t', origin: notifierUrl },
    toWebhook('/webhooks/postmark', notifierUrl, 'authorization'),
    toWebhook('/webhooks/twilio', notifierUrl, 'x-twilio-signature'),
    toWebhook('/webhooks/stripe', urlOfService(settings, 'billing'), 'stripe-signature'),
  ]
  if (settings.SANDBOX_URL) {
    routes.push({
      ...asIs,
      prefix: '/sandbox',
      origin: settings.SANDBOX_URL,
      bodyLimitBytes: 10 * MIB,
      rateLimited: false,
      ownFrames: true,
      hearsHost: true,
      streams: [{ path: '/inbox/stream', snapshot: firstEventSnapshot }],
    })
  }
  return routes.map((route) => ({ ...route, origin: new URL(route.origin).origin }))
}

/** All of a provider's events come from a few addresses, and thousands may come at once. */
const toWebhook = (prefix: string, origin: string, proofHeader: string): ProxyRoute => ({
  prefix,
  isExact: true,
  origin,
  stripPrefix: false,
  bodyLimitBytes: WEBHOOK_BYTES,
  proofHeader,
  rateLimited: false,
})

const SNAPSHOTS = { board: boardSnapshot, 'first-event': firstEventSnapshot }

/** An answer to a request with cookies may be for one visitor, so the service that is given them shares nothing. */
const toServiceRoutes = (settings: GatewaySettings): ProxyRoute[] =>
  SERVICE_NAMES.map((name) => {
    const { address, ownsCookies = false, streams = [] } = entryOf(name)
    return {
      prefix: address,
      origin: urlOfService(settings, name),
      stripPrefix: true,
      elsewhere: ['/auth', '/u', '/t', '/webhooks'],
      bodyLimitBytes: 64 * KIB,
      rateLimited: true,
      shared: !ownsCookies,
      ownCookies: ownsCookies,
      streams: streams.map(({ path, snapshot }) => ({ path, snapshot: SNAPSHOTS[snapshot] })),
    }
  })
