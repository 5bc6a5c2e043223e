import { toDays } from '@walkon/contracts/park-time'
import {
  clockTime,
  dayLabel,
  isElsewhere,
  ownDay,
  ownSpan,
  ownTimeWords,
  ownTimezone,
  parkDateAt,
  spanWords,
  timezoneName,
} from './park-time.ts'

/** Words for moments of a park that no part of the first load says. */

/** "9 am to 10 pm", or "9 am to 10 pm (3 pm to 4 am your time)": the zone of the park is named beside it. */
export const spanForVisitor = (from: Date, to: Date, timezone: string): string =>
  `${spanWords(from, to, timezone)}${ownSpan(from, to, timezone, (words) => ` (${words})`)}`

/** "2:44 pm", or "2:44 pm (8:44 pm)" where a list of times has said whose is in brackets. */
export const clockTimes = (at: Date, timezone: string): string =>
  isElsewhere(at, timezone)
    ? `${clockTime(at, timezone)} (${ownDay(at, timezone)}${clockTime(at, ownTimezone())})`
    : clockTime(at, timezone)

/** The days of an order: one as everywhere, "Thu, Dec 3", several as "April 14 and 16". */
export function datesWords(dates: string[]): string {
  const [only] = dates
  return only && dates.length === 1 ? dayLabel(only) : toDays(dates)
}

/** When something ends at the park: "Wed, Nov 25, 7:08 pm EST", with the visitor's own time where it is another. */
export const momentWords = (at: Date, timezone: string): string =>
  `${dayLabel(parkDateAt(at, timezone))}, ${clockTime(at, timezone)} ${timezoneName(at, timezone)}${ownTimeWords(at, timezone)}`

/** The end of a pass by the clock of its park. */
export const untilWords = ({ endsAt, timezone }: { endsAt: string; timezone: string }): string =>
  momentWords(new Date(endsAt), timezone)
