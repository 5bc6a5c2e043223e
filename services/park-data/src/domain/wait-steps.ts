/** `[minutes since the park day began, posted wait]`; a null wait begins a gap without readings. */
export type WaitStep = [minute: number, waitMinutes: number | null]

/** About the interval of the feed's own changes. A step that comes sooner replaces the previous one. */
const SHORTEST_STEP_MINUTES = 5

/** The day's waits with one more reading. Returns the same array if nothing changed. */
export function addStep(steps: WaitStep[], minute: number, waitMinutes: number | null): WaitStep[] {
  const last = steps.at(-1)
  if (!last) return waitMinutes === null ? steps : [[minute, waitMinutes]]
  if (last[1] === waitMinutes) return steps
  if (minute - last[0] >= SHORTEST_STEP_MINUTES) return [...steps, [minute, waitMinutes]]

  const earlier = steps.slice(0, -1)
  const isBackAsBefore = (earlier.at(-1)?.[1] ?? null) === waitMinutes
  return isBackAsBefore ? earlier : [...earlier, [last[0], waitMinutes]]
}

/** The longest wait posted so far today. It ranks a ride as wanted also while its wait is short. */
export function mostOfSteps(steps: WaitStep[]): number {
  return Math.max(0, ...steps.map(([, wait]) => wait ?? 0))
}
