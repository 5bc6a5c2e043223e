/** Formats instants and days in the time zone of a park, for the words of letters. */

/** Formats parts of an instant in a zone as words. */
type Style<Words> = (instant: Date, timezone: string) => Words

/** All messages of a poll name the same few instants, and formatting one takes longer than the rest of a sentence. */
const KEPT = 500

/**
 * Formatters are cached, because creating one is slow, and so are the last words of each. An unknown zone is read as UTC, so that
 * its message is still sent.
 */
function styleOf<Words>(
  options: Intl.DateTimeFormatOptions,
  toWords: (format: Intl.DateTimeFormat, instant: Date) => Words,
): Style<Words> {
  const formats = new Map<string, Intl.DateTimeFormat>()
  const kept = new Map<string, Words>()
  return (instant, timezone) => {
    const key = `${timezone} ${instant.getTime()}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const format = formats.get(timezone) ?? makeFormat(timezone, options)
    formats.set(timezone, format)
    const words = toWords(format, instant)
    if (kept.size >= KEPT) kept.clear()
    kept.set(key, words)
    return words
  }
}

function makeFormat(timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...options })
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
    throw error
  }
}

const partsOf = (format: Intl.DateTimeFormat, instant: Date): Record<string, string> =>
  Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))

/** `2:41 pm`, `4 pm` */
export const toClock: Style<string> = styleOf(
  { hour: 'numeric', minute: '2-digit', hour12: true },
  (format, instant) => {
    const { hour, minute, dayPeriod } = partsOf(format, instant)
    return `${hour}${minute === '00' ? '' : `:${minute}`} ${dayPeriod?.toLowerCase()}`
  },
)

/** `EDT`; `GMT+2` where English has no abbreviation. */
export const toZoneName: Style<string> = styleOf(
  { timeZoneName: 'short' },
  (format, instant) => partsOf(format, instant)['timeZoneName'] ?? '',
)

/** `2:41 pm EDT` */
export const toZonedClock = (instant: Date, timezone: string) =>
  `${toClock(instant, timezone)} ${toZoneName(instant, timezone)}`

/** `Tue, Apr 14` */
export const toDay: Style<string> = styleOf(
  { weekday: 'short', month: 'short', day: 'numeric' },
  (format, instant) => format.format(instant),
)

/** `Wed, Nov 25, 7:08 pm EST` */
export const toMoment = (instant: Date, timezone: string) =>
  `${toDay(instant, timezone)}, ${toZonedClock(instant, timezone)}`

/** The calendar day of the park, `yyyy-mm-dd`. */
export const toParkDate: Style<string> = styleOf(
  { year: 'numeric', month: '2-digit', day: '2-digit' },
  (format, instant) => {
    const { year, month, day } = partsOf(format, instant)
    return `${year}-${month}-${day}`
  },
)

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
  // Days are joined by "and" already, so months also need a comma.
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
  const month = runs[0] ? toMonth(runs[0][0], 'UTC') : ''
  return `${month} ${joinWords(days)}`
}

const toMonth = styleOf({ month: 'long' }, (format, instant) => format.format(instant))

/** `a`, `a and b`, `a, b, and c` */
function joinWords(words: string[]): string {
  if (words.length <= 2) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}
