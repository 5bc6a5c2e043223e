export type Return = { channel: 'email' | 'sms'; returnTo?: 'get-alerts' | undefined }

type Sites = { PUBLIC_URL: string; RETURN_ORIGINS: string[] }

/**
 * Returns the address of ours at which the visitor is. The tab's key and the session are kept there, so the payment page leads back to it.
 * An origin that is none of ours is answered with `PUBLIC_URL`.
 */
export function toSite(origin: string | undefined, { PUBLIC_URL, RETURN_ORIGINS }: Sites): string {
  return RETURN_ORIGINS.find((ours) => ours === origin) ?? PUBLIC_URL
}

/** Stripe refuses a key that comes again with other addresses: each site has one of its own. */
export function toSessionKey(row: string, site: string, { PUBLIC_URL }: Sites): string {
  return site === PUBLIC_URL ? row : `${row}:${site}`
}

/**
 * Returns the addresses to which the payment page leads back. Stripe puts the id in place of its variable, so the braces stay as they are.
 */
export function toReturnUrls(site: string, sessionId: string, { channel, returnTo }: Return) {
  const pageOf = (path: string) => new URL(path, site).href
  if (returnTo === 'get-alerts') {
    const page = pageOf('/get-alerts')
    return {
      successUrl: `${page}?success=true&session_id=${sessionId}`,
      cancelUrl: `${page}?canceled=true`,
    }
  }
  return {
    successUrl: `${pageOf('/subscription-success')}?session_id=${sessionId}&alert_type=${channel}`,
    cancelUrl: pageOf('/?canceled=true#alerts'),
  }
}
