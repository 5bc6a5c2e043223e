import type { Headers } from '../proxy/proxied-headers.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Nothing inline and nothing from elsewhere; a form may lead to the payment page only. */
const policy = (frameAncestors: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self' https://checkout.stripe.com",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

/** What every response carries, errors and files as well. */
export function toSecurityHeaders(publicUrl: URL): Record<string, string> {
  return {
    'content-security-policy': policy("'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    // A browser that once heard this over TLS refuses plain HTTP, so an address without TLS must not say it.
    ...(publicUrl.protocol === 'https:' && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  }
}

/** Pages that show others of our own in a frame. */
export const SELF_FRAMED_POLICY: Headers = { 'content-security-policy': policy("'self'") }
