/** `[minutes since the park day began, posted wait]`; a null wait begins a gap without readings. */
export type WaitStep = [minute: number, waitMinutes: number | null]

/** About the interval of the feed's own changes. Only the newest step may follow sooner on the one before it. */
const SHORTEST_STEP_MINUTES = 5

/** The day's waits with one more reading. Returns the same array if nothing changed. */
export function addStep(steps: WaitStep[], minute: number, waitMinutes: number | null): WaitStep[] {
  if (lastWait(steps) === waitMinutes) return steps
  const earlier = steps.at(-1)?.[0] === minute ? steps.slice(0, -1) : thinned(steps, minute)
  return lastWait(earlier) === waitMinutes ? earlier : [...earlier, [minute, waitMinutes]]
}

/** A day begins without a reading. */
const lastWait = (steps: WaitStep[]) => steps.at(-1)?.[1] ?? null

/**
 * A third step has come, so of two that are closer than five minutes only the one that lasted longer stays. Each keeps its own
 * minute: a chart is wrong by less than five minutes anywhere, and right at its end.
 */
function thinned(steps: WaitStep[], until: number): WaitStep[] {
  const [before, last] = steps.slice(-2)
  if (!before || !last || last[0] - before[0] >= SHORTEST_STEP_MINUTES) return steps
  if (until - last[0] <= last[0] - before[0]) return steps.slice(0, -1)
  const earlier = steps.slice(0, -2)
  return lastWait(earlier) === last[1] ? earlier : [...earlier, last]
}

/** The longest wait posted so far today. It ranks a ride as wanted also while its wait is short. */
export function mostOfSteps(steps: WaitStep[]): number {
  return Math.max(0, ...steps.map(([, wait]) => wait ?? 0))
}
