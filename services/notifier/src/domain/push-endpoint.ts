/** What we know of a browser's subscription (Push API). */
export type PushEndpoint = {
  endpoint: string
  /** SHA-256, hex. */
  endpointHash: string
  /** base64url. */
  p256dh: string
  auth: string
  expiresAt: string | null
}

/** The push services of the browsers: Chrome and Edge on Android, Firefox, Edge, Safari. */
const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']
/** Services that answer on many hosts of a domain. Apple asks senders to allow all of its own. */
const DOMAINS = ['.notify.windows.com', '.push.apple.com']

/**
 * The push service of an endpoint, by its host or domain; null for any other address. An endpoint comes from a client and is
 * called by our server, so nothing else may be called: no other host, protocol or port, and no credentials.
 * `testOrigins` are stand-ins of a local run.
 */
export function toPushService(endpoint: string, testOrigins: string[]): string | null {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return null
  if (testOrigins.includes(url.origin)) return url.origin
  if (url.protocol !== 'https:' || url.port) return null
  return (
    HOSTS.find((host) => host === url.hostname) ?? DOMAINS.find((each) => url.hostname.endsWith(each)) ?? null
  )
}
