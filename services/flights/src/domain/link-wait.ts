const MINUTE_MS = 60_000

/** The period over which the links of an address are counted. */
export const LINK_COUNT_MS = 24 * 60 * MINUTE_MS

/** A request needs no proof of its address, so the mails to one address are limited over all clients together. */
const MAX_LINKS_PER_DAY = 20

/** Whether an address may be sent one more link. Of an alert that has one, a second comes after a minute. */
export function mayMailLink(
  { sentToday, lastSentAt }: { sentToday: number; lastSentAt: Date | null },
  now: Date,
): boolean {
  if (sentToday >= MAX_LINKS_PER_DAY) return false
  return lastSentAt === null || now.getTime() - lastSentAt.getTime() >= MINUTE_MS
}
