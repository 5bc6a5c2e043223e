/** The words about a ride that is down, or was until a moment ago. One sentence wherever a ride is shown. */

type BrokenRide = {
  status: string
  /** When it went down, an instant. */
  changedAt: string | null
  /** How long its breakdowns took, in minutes; null for one that lasted until the closing. */
  breakdownMinutes?: (number | null)[] | undefined
  probablyDone?: boolean | undefined
  /** The usual wait half an hour after a reopening, while the ride runs again for less. */
  waitAfterReopening?: number | undefined
}

/** Of fewer breakdowns nothing is said. */
const FEWEST_BREAKDOWNS = 5
/** Fewer that lasted so long say only that it takes longer than usual. */
const FEWEST_AS_LONG = 3
const STEP_MINUTES = 5

/** When a ride that is down is usually back, or what usually follows where it has just reopened. Null if there is nothing to say. */
export const breakdownWords = (ride: BrokenRide, now: Date): string | null =>
  usuallyBackWords(ride, now) ?? afterReopeningWords(ride)

/** The median of what was left of the breakdowns that lasted at least as long as this one has: "usually back in about 20 min". */
function usuallyBackWords(
  { status, changedAt, breakdownMinutes = [], probablyDone = false }: BrokenRide,
  now: Date,
): string | null {
  if (status === 'DOWN' && probablyDone) return 'probably done for today'
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

function afterReopeningWords({ status, waitAfterReopening }: BrokenRide): string | null {
  if (status !== 'OPERATING' || waitAfterReopening === undefined) return null
  const wait = waitAfterReopening === 0 ? 'a walk-on' : `${waitAfterReopening} min`
  return `just reopened, usually ${wait} half an hour later`
}
