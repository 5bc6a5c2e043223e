/**
 * True if rows missing from an upstream list may be retired. Parks and rides do close for good, but a list that is empty or has lost half
 * of the known rows is broken.
 */
export function mayRetire(known: ReadonlySet<string>, listed: ReadonlySet<string>): boolean {
  const missing = [...known].filter((id) => !listed.has(id)).length
  return listed.size > 0 && missing <= Math.max(3, known.size / 2)
}

/** A ride with a live row within this time is not retired, even if the list of attractions leaves it out. */
export const SEEN_LATELY_MS = 86_400_000
