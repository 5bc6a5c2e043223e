/** Formats instants and days in the time zone of a park, for the words of letters. */

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters are cached, because creating one is slow. An unknown zone is read as UTC, so that its message is still sent. */
function formatter(timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timezone} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = makeFormatter(timezone, options)
  formatters.set(key, made)
  return made
}

function makeFormatter(timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...options })
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
    throw error
  }
}

function partsOf(
  instant: Date,
  timezone: string,
  options: Intl.DateTimeFormatOptions,
): Record<string, string> {
  const parts = formatter(timezone, options).formatToParts(instant)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** `2:41 pm` */
export function toClock(instant: Date, timezone: string): string {
  const { hour, minute, dayPeriod } = partsOf(instant, timezone, {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  })
  return `${hour}:${minute} ${dayPeriod?.toLowerCase()}`
}

/** `EDT`; `GMT+2` where English has no abbreviation. */
export function toZoneName(instant: Date, timezone: string): string {
  return partsOf(instant, timezone, { timeZoneName: 'short' })['timeZoneName'] ?? ''
}

/** `2:41 pm EDT` */
export const toZonedClock = (instant: Date, timezone: string) =>
  `${toClock(instant, timezone)} ${toZoneName(instant, timezone)}`

/** `Tue, Apr 14` */
export const toDay = (instant: Date, timezone: string) =>
  formatter(timezone, { weekday: 'short', month: 'short', day: 'numeric' }).format(instant)

/** The clock alone on the same day of the park, with the day before it otherwise: `2:41 pm`, `Mon, Apr 13, 11:50 pm`. */
export function toClockSeenAt(instant: Date, seenAt: Date, timezone: string): string {
  const day = toDay(instant, timezone)
  const clock = toClock(instant, timezone)
  return day === toDay(seenAt, timezone) ? clock : `${day}, ${clock}`
}

/** Days of the park in words: `April 14`, `April 14 and 16`, `April 14 to 18, and May 2`. */
export function toDays(dates: string[]): string {
  const days = [...new Set(dates)].toSorted().map((date) => new Date(`${date}T00:00:00Z`))
  const byMonth = Map.groupBy(toRuns(days), ([first]) => first.getUTCMonth() + first.getUTCFullYear() * 12)
  const months = [...byMonth.values()].map(toMonthWords)
  // Days are joined by "and" already, so months need a comma besides.
  return [...months.slice(0, -1), months.length > 1 ? `and ${months.at(-1)}` : months.at(-1)].join(', ')
}

type Run = [first: Date, last: Date]

/** Groups consecutive days of one month into stretches. */
function toRuns(days: Date[]): Run[] {
  const runs: Run[] = []
  for (const day of days) {
    const run = runs.at(-1)
    const isNext =
      run && day.getTime() - run[1].getTime() === 86_400_000 && day.getUTCMonth() === run[1].getUTCMonth()
    if (run && isNext) run[1] = day
    else runs.push([day, day])
  }
  return runs
}

function toMonthWords(runs: Run[]): string {
  const days = runs.flatMap(([first, last]) => {
    const [from, to] = [first.getUTCDate(), last.getUTCDate()]
    if (to - from >= 2) return [`${from} to ${to}`]
    return from === to ? [`${from}`] : [`${from}`, `${to}`]
  })
  const month = runs[0] ? partsOf(runs[0][0], 'UTC', { month: 'long' })['month'] : ''
  return `${month} ${joinWords(days)}`
}

/** `a`, `a and b`, `a, b, and c` */
function joinWords(words: string[]): string {
  if (words.length <= 2) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}
