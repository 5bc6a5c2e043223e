/** When a ride that is down is usually back. One sentence wherever a ride is shown to be down. */

type DownRide = {
  status: string
  /** When it went down, an instant. */
  changedAt: string | null
  /** How long its breakdowns took, in minutes; null for one that lasted until the closing. */
  breakdownMinutes?: (number | null)[] | undefined
}

/** Of fewer breakdowns nothing is said. */
const FEWEST_BREAKDOWNS = 5
/** Fewer that lasted so long say only that it takes longer than usual. */
const FEWEST_AS_LONG = 3
const STEP_MINUTES = 5

/**
 * The median of what was left of the breakdowns that lasted at least as long as this one has: "usually back in about 20 min". Null for a
 * ride that is not down, or of which too little is known.
 */
export function usuallyBackWords(
  { status, changedAt, breakdownMinutes = [] }: DownRide,
  now: Date,
): string | null {
  if (status !== 'DOWN' || changedAt === null || breakdownMinutes.length < FEWEST_BREAKDOWNS) return null
  const down = Math.max(0, (now.getTime() - Date.parse(changedAt)) / 60_000)
  const asLong = breakdownMinutes
    .map((minutes) => minutes ?? Infinity)
    .filter((minutes) => minutes > down)
    .toSorted((one, other) => one - other)
  const half = asLong[Math.ceil(asLong.length / 2) - 1]
  if (half === undefined || asLong.length < FEWEST_AS_LONG) return 'down longer than usual'
  if (half === Infinity) return 'often not back before the closing'
  return `usually back in about ${Math.max(1, Math.ceil((half - down) / STEP_MINUTES)) * STEP_MINUTES} min`
}
