/**
 * Where a link of a mail may lead. An address that is not on the list is as good as none: the request is answered and
 * the link leads to our own page. Compared as parsed, so that `https://ours.evil`, `//evil` and `\evil` find no way in.
 */
export function decideRedirect(wanted: string | undefined, allowed: string[]): string | null {
  const url = wanted === undefined ? null : parse(wanted)
  if (!url || url.username || url.password) return null
  return allowed.some((entry) => isBelow(url, parse(entry))) ? url.href : null
}

function isBelow(url: URL, base: URL | null): boolean {
  if (!base || url.protocol !== base.protocol || url.host !== base.host) return false
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`
  return url.pathname === base.pathname || url.pathname.startsWith(folder)
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
