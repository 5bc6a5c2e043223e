/** A browser's subscription (Push API). */
export type PushEndpoint = {
  endpoint: string
  /** SHA-256, hex. */
  endpointHash: string
  /** base64url. */
  p256dh: string
  auth: string
  expiresAt: string | null
}

/** The push service of Chrome, and of Edge on Android: a host of a domain on which Google rents out others. */
const HOSTS = ['fcm.googleapis.com']
/**
 * The domains of Firefox, Edge, Safari, and of Chromium without Google's keys, whose hosts change. Each vendor asks senders to allow all
 * of its own.
 */
const DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com', '.google.com']

/**
 * The push service of an endpoint, by its host or domain; null for any other address. An endpoint comes from a client and is called by our
 * server, so nothing else may be called: no other host, protocol, port or credentials. `testOrigins` are stand-ins of a local run.
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
