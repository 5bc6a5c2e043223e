import type { ProxyRoute } from './proxy-routes.ts'

/**
 * Probes and metrics have a port of their own. They are refused here too, also with a suffix that a router may cut off. An older service
 * may still answer them on the port for requests.
 */
const OPERATOR_PATH = /^\/(livez|readyz|metrics)(?![\w-])/i

/** A path that two readers could read differently is a way around a rule: `..`, `//`, a hidden slash, a NUL. */
const AMBIGUOUS = /(^|\/)\.{1,2}(\/|$)|\/\/|[\\\0]/
const HIDDEN_SLASH = /%2f|%5c/i

/**
 * `origin-form` of RFC 9112, section 3.2.1: a path and a query. The path is strict; of the query, browsers leave more
 * characters as they are than RFC 3986 names. A `#` is in neither: a service's router cuts there, our rules would not.
 */
const ORIGIN_FORM = /^\/(?:[\w\-.~!$&'()*+,;=:@/]|%[\da-f]{2})*(?:\?[!-"$-~]*)?$/i

/** True if a request line names its target as a server without proxy duties must be asked. */
export const isOriginForm = (target: string): boolean => ORIGIN_FORM.test(target)

/** The address to ask a service for, query and all; null if there is nothing for visitors at this address. */
export function toUpstreamPath(
  rawUrl: string,
  { prefix, stripPrefix, elsewhere = [] }: ProxyRoute,
): string | null {
  if (!rawUrl.startsWith(prefix)) return null
  const [path = '', ...query] = rawUrl.slice(prefix.length).split('?')
  if (path !== '' && !path.startsWith('/')) return null

  const decoded = decode(path)
  if (decoded === null || HIDDEN_SLASH.test(path) || AMBIGUOUS.test(decoded)) return null
  if (OPERATOR_PATH.test(decoded) || hasOtherAddress(decoded, elsewhere)) return null

  const target = stripPrefix ? path || '/' : prefix + path
  return query.length > 0 ? `${target}?${query.join('?')}` : target
}

const hasOtherAddress = (path: string, elsewhere: string[]) =>
  elsewhere.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
