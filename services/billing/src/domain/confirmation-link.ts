const LINK_WAIT_MS = 60_000

/** Seconds until an address may be sent its next link, a minute after the last; null if it may be now. */
export function toLinkWaitSeconds(lastSentAt: Date | null, now: Date): number | null {
  if (!lastSentAt) return null
  const remainingMs = lastSentAt.getTime() + LINK_WAIT_MS - now.getTime()
  return remainingMs > 0 ? Math.ceil(remainingMs / 1000) : null
}

/** The time after fulfilment in which an order's link still opens the alerts; a link that is found later opens nothing. */
export const OPENS_ALERTS_MS = 3_600_000

/** How long the page that a link opened may change the alerts. The manage links of mails last longer. */
export const MANAGE_TOKEN_SECONDS = 24 * 3_600
