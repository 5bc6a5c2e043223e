import type { QuietHours } from '../domain/quiet-times.ts'

/** A model of quiet times that reads the park's clock each minute. It has no rules of time zones. */

const MINUTE_MS = 60_000
/** Longer than any quiet hours with the day before them. */
const BEFORE_MINUTES = 50 * 60

/** `parkDay` is the date on which the clock showed 4 am last. */
export type ParkMinute = { at: number; isQuiet: boolean; parkDay: string }

/** Each minute of the stretch, and whether it is quiet. `from` is a whole minute. */
export function watchTheClock(
  timezone: string,
  quietHours: QuietHours | null,
  { from, minutes }: { from: number; minutes: number },
): ParkMinute[] {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const seen: ParkMinute[] = []
  let [day, parkDay, isQuiet, hasBegun, hasEnded] = ['', '', false, false, false]
  for (let at = from - BEFORE_MINUTES * MINUTE_MS; at < from + minutes * MINUTE_MS; at += MINUTE_MS) {
    const [date = '', time = ''] = clock.format(at).split(' ')
    if (date !== day) [day, hasBegun, hasEnded] = [date, false, false]
    if (time === '04:00') parkDay = date
    if (quietHours) {
      const begins = !hasBegun && time >= quietHours.from
      const ends = !hasEnded && time >= quietHours.until
      hasBegun ||= begins
      hasEnded ||= ends
      // If the clock jumps over both, the later of the two counts.
      if (begins && ends) isQuiet = quietHours.from > quietHours.until
      else if (begins || ends) isQuiet = begins
    }
    if (at >= from) seen.push({ at, isQuiet, parkDay })
  }
  return seen
}
