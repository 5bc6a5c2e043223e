/** The feed's limit on requests, counted in fixed minutes for each caller; 0 is no limit. */
export function createCallerLimit(requestsPerMinute: number, now: () => Date) {
  let minute = 0
  let counts = new Map<string, number>()

  return {
    /** Counts a request. Returns the seconds to wait, 0 when it may pass. */
    secondsToWait(caller: string): number {
      if (requestsPerMinute === 0) return 0
      const ms = now().getTime()
      const current = Math.floor(ms / 60_000)
      if (current !== minute) {
        minute = current
        counts = new Map()
      }
      const count = (counts.get(caller) ?? 0) + 1
      counts.set(caller, count)
      return count > requestsPerMinute ? Math.ceil(((current + 1) * 60_000 - ms) / 1000) : 0
    },
  }
}
