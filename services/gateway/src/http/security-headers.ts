import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Headers } from '../proxy/proxied-headers.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Nothing inline but the import map, nothing from elsewhere; a form may lead to the payment page only. */
const policy = (frameAncestors: string, importMap: string | null = null) =>
  [
    "default-src 'self'",
    importMap === null ? "script-src 'self'" : `script-src 'self' '${importMap}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self' https://checkout.stripe.com",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')

/** The headers of every response, errors and files as well. */
export function toSecurityHeaders(publicUrl: URL, webRoot: string): Record<string, string> {
  return {
    'content-security-policy': policy("'none'", hashOfImportMap(webRoot)),
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

/** The pages of a build have one import map, and a browser takes none from another file. */
function hashOfImportMap(webRoot: string): string | null {
  const shell = join(webRoot, 'shell.html')
  if (!existsSync(shell)) return null
  const [, map] = /<script type="importmap">(.*?)<\/script>/s.exec(readFileSync(shell, 'utf8')) ?? []
  return map === undefined ? null : `sha256-${createHash('sha256').update(map).digest('base64')}`
}

/** Pages that show others of our own in a frame. */
export const SELF_FRAMED_POLICY: Headers = { 'content-security-policy': policy("'self'") }
