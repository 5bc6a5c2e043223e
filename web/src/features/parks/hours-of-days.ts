import type { ParkHours } from '@walkon/contracts/http/park-day'
import { spanForVisitor } from '../../lib/moment-words.ts'
import { dayLabel, ownSpan, spanWords } from '../../lib/park-time.ts'
import { ALL_DAY_MS } from './opening.ts'

type Day = ParkHours['days'][number]
type Span = Day['hours'][number]

type Hours = { hours: string; own: string; extras: string[] }
export type DayHours = Hours & { date: string; day: string }

/** Today, and the next days: days in a row with the same hours are one line. In words of the park's clock, and `own` of the visitor's where it shows something else. */
export function hoursOfDays(park: ParkHours): DayHours[] {
  const [today, ...next] = toDays(park)
  if (!today) return []
  return [{ ...today, day: `Today, ${dayLabel(today.date)}` }, ...sameInARow(next).map(toLine)]
}

function toLine(days: [DatedHours, ...DatedHours[]]): DayHours {
  const [first] = days
  const last = days.at(-1) ?? first
  const day = dayLabel(first.date)
  return { ...first, day: last === first ? day : `${day} to ${dayLabel(last.date)}` }
}

function sameInARow(days: DatedHours[]): [DatedHours, ...DatedHours[]][] {
  const runs: [DatedHours, ...DatedHours[]][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && wordsOf(run[0]) === wordsOf(day)) run.push(day)
    else runs.push([day])
  }
  return runs
}

const wordsOf = ({ hours, own, extras }: Hours) => [hours, own, ...extras].join('\n')

type DatedHours = Hours & { date: string }

/** A day without hours before one with hours is closed; after the last, the park has not said yet. */
function toDays({ days, timezone }: ParkHours): DatedHours[] {
  const lastKnown = days.findLastIndex(({ hours }) => hours.length > 0)
  return days.map(({ date, hours }, index) => {
    const regular = hours.filter(({ type }) => type === 'OPERATING')
    const extras = hours.filter(({ type }) => type !== 'OPERATING')
    const missing =
      index > lastKnown ? 'Not published yet' : extras.length > 0 ? 'No regular hours' : 'Closed'
    return {
      date,
      hours:
        regular.length > 0 ? asSentence(regular.map((span) => fromTo(span, timezone)).join(', ')) : missing,
      own: regular
        .map((span) => (isAllDay(span) ? '' : ownSpan(...instantsOf(span), timezone)))
        .filter(Boolean)
        .join(', '),
      extras: extras.map((span) => `${kindOf(span, regular)} ${fromTo(span, timezone, spanForVisitor)}`),
    }
  })
}

const fromTo = (span: Span, timezone: string, words = spanWords) =>
  isAllDay(span) ? 'all day' : words(...instantsOf(span), timezone)

const instantsOf = ({ opensAt, closesAt }: Span): [opensAt: Date, closesAt: Date] => [
  new Date(opensAt),
  new Date(closesAt),
]

function isAllDay(span: Span): boolean {
  const [opensAt, closesAt] = instantsOf(span)
  return closesAt.getTime() - opensAt.getTime() >= ALL_DAY_MS
}

/** The feed has one kind for hours before the opening and after the closing. */
function kindOf({ type, opensAt, closesAt }: Span, regular: Span[]): string {
  if (type === 'TICKETED_EVENT') return 'Ticketed event'
  if (regular.length > 0 && regular.every((span) => closesAt <= span.opensAt)) return 'Early entry'
  if (regular.length > 0 && regular.every((span) => opensAt >= span.closesAt)) return 'Extended evening'
  return 'Extra hours'
}

const asSentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
