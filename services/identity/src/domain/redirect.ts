/**
 * Where the PKCE link of another client's mail may lead. Never to our own site: its pages need no PKCE, and an address on it
 * could carry the link of a stranger's mail.
 */
export function decideAppRedirect(
  wanted: string | undefined,
  allowed: string[],
  ownSite: string,
): string | null {
  const target = decideRedirect(wanted, allowed)
  return target === null || new URL(target).host === new URL(ownSite).host ? null : target
}

/** Where a refused link leads back to: a listed address, or a page of our own site without the query that came with it. */
export function decideWayBack(wanted: string | undefined, allowed: string[], ownSite: string): string {
  const app = decideAppRedirect(wanted, allowed, ownSite)
  if (app !== null) return app
  const own = decideRedirect(wanted, [ownSite])
  if (own === null) return ownSite
  const { origin, pathname } = new URL(own)
  return `${origin}${pathname}`
}

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
