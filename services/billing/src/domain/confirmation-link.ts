const MINUTE_MS = 60_000

/** The period over which the links of an address are counted. */
export const LINK_COUNT_MS = 24 * 60 * MINUTE_MS

/** A request needs no proof of its address, so the mails to one address are limited over all clients together. */
const MAX_LINKS_PER_DAY = 20

/** Seconds until an address may be sent its next link; null if it may be now. */
export function toLinkWaitSeconds(
  { sent, lastSentAt }: { sent: number; lastSentAt: Date | null },
  now: Date,
): number | null {
  if (!lastSentAt) return null
  const waitMs = sent < MAX_LINKS_PER_DAY ? MINUTE_MS : LINK_COUNT_MS
  const remainingMs = lastSentAt.getTime() + waitMs - now.getTime()
  return remainingMs > 0 ? Math.ceil(remainingMs / 1000) : null
}

/** So long after an order was fulfilled its link still opens the alerts; a link that is found later opens nothing. */
export const OPENS_ALERTS_MS = 3_600_000

/** How long the page that a link opened may change the alerts. The manage links of mails last longer. */
export const MANAGE_TOKEN_SECONDS = 24 * 3_600
