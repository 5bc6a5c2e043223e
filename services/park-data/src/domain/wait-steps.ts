/** `[minutes since the park's day began, posted wait]`; null is a stretch without a reading. */
export type WaitStep = [minute: number, waitMinutes: number | null]

/** The feed itself moves about this often; a step that comes sooner replaces the one before. */
const SHORTEST_STEP_MINUTES = 5

/** The day's waits with one more reading. Gives back the same array where nothing is new. */
export function addStep(steps: WaitStep[], minute: number, waitMinutes: number | null): WaitStep[] {
  const last = steps.at(-1)
  if (!last) return waitMinutes === null ? steps : [[minute, waitMinutes]]
  if (last[1] === waitMinutes) return steps
  if (minute - last[0] >= SHORTEST_STEP_MINUTES) return [...steps, [minute, waitMinutes]]

  const earlier = steps.slice(0, -1)
  const isBackAsBefore = (earlier.at(-1)?.[1] ?? null) === waitMinutes
  return isBackAsBefore ? earlier : [...earlier, [last[0], waitMinutes]]
}

/** The longest wait posted so far: what people queue for at its worst is wanted, also while it is short. */
export function mostOfSteps(steps: WaitStep[]): number {
  return Math.max(0, ...steps.map(([, wait]) => wait ?? 0))
}
