/**
 * Whether a list from upstream may be believed about what it no longer has. Parks and rides do close for good, but
 * a list that is empty or has lost half of what we know is broken.
 */
export function mayRetire(known: ReadonlySet<string>, listed: ReadonlySet<string>): boolean {
  const missing = [...known].filter((id) => !listed.has(id)).length
  return listed.size > 0 && missing <= Math.max(3, known.size / 2)
}

/** A ride that a live row has shown within this time stands, whatever the list of attractions says. */
export const SEEN_LATELY_MS = 86_400_000
