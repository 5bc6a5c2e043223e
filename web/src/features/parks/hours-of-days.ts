import type { ParkHours } from '@walkon/contracts/http/park-day'
import { spanForVisitor } from '../../lib/moment-words.ts'
import { dayLabel, ownSpan, spanWords } from '../../lib/park-time.ts'
import { ALL_DAY_MS } from './opening.ts'

type Day = ParkHours['days'][number]
type Span = Day['hours'][number]

export type DayHours = { date: string; day: string; hours: string; own: string; extras: string[] }

/** Today and the next days in words of the park's clock, and `own` of the visitor's where it shows something else. A day without hours before one with hours is closed; after the last, the park has not said yet. */
export function hoursOfDays({ days, timezone }: ParkHours): DayHours[] {
  const lastKnown = days.findLastIndex(({ hours }) => hours.length > 0)
  return days.map(({ date, hours }, index) => {
    const regular = hours.filter(({ type }) => type === 'OPERATING')
    const extras = hours.filter(({ type }) => type !== 'OPERATING')
    const missing =
      index > lastKnown ? 'Not published yet' : extras.length > 0 ? 'No regular hours' : 'Closed'
    return {
      date,
      day: index === 0 ? `Today, ${dayLabel(date)}` : dayLabel(date),
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
