import type { ProxyRoute } from './proxy-routes.ts'

/** What a service answers to its operators alone. */
const OPERATOR_PATHS = new Set(['livez', 'readyz', 'metrics'])

/** A path that two readers could read differently is a way around a rule: `..`, `//`, a hidden slash, a NUL. */
const AMBIGUOUS = /(^|\/)\.{1,2}(\/|$)|\/\/|[\\\0]/
const HIDDEN_SLASH = /%2f|%5c/i

/** The address to ask a service for, query and all; null if there is nothing for visitors at this address. */
export function toUpstreamPath(rawUrl: string, { prefix, stripPrefix }: ProxyRoute): string | null {
  if (!rawUrl.startsWith(prefix)) return null
  const [path = '', ...query] = rawUrl.slice(prefix.length).split('?')
  if (path !== '' && !path.startsWith('/')) return null

  const decoded = decode(path)
  if (decoded === null || HIDDEN_SLASH.test(path) || AMBIGUOUS.test(decoded)) return null
  if (OPERATOR_PATHS.has(decoded.split('/')[1]?.toLowerCase() ?? '')) return null

  const target = stripPrefix ? path || '/' : prefix + path
  return query.length > 0 ? `${target}?${query.join('?')}` : target
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
