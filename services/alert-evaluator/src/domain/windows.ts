/** `[startsAt, endsAt)`. */
export type Window = { startsAt: Date; endsAt: Date }

/** Merges windows that overlap or touch, in order of time. */
export function mergeWindows(windows: Window[]): Window[] {
  const merged: Window[] = []
  for (const { startsAt, endsAt } of windows.toSorted(byStart)) {
    const last = merged.at(-1)
    if (!last || startsAt > last.endsAt) merged.push({ startsAt, endsAt })
    else if (endsAt > last.endsAt) last.endsAt = endsAt
  }
  return merged
}

/** The merged window that is open now, or else the next to open; null when all have ended. */
export function currentOrNextWindow(windows: Window[], now: Date): Window | null {
  return mergeWindows(windows).find(({ endsAt }) => endsAt > now) ?? null
}

const byStart = (one: Window, other: Window) => one.startsAt.getTime() - other.startsAt.getTime()
