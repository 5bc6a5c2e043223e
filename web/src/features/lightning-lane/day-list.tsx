import type { AssistDay, AssistDayView } from '@walkon/contracts/http/assist-days'
import type { LanePark } from '@walkon/contracts/http/lightning-lane'
import { BANK_NEEDS_TIME, PAYMENT_ON_ITS_WAY } from '../../lib/awaited-payment.ts'
import { dollars } from '../../lib/money.ts'
import { untilWords } from '../../lib/moment-words.ts'
import { clockTimeForVisitor, dayLabel, ownTimezone } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'

/** Says how many days are paid, that a payment is awaited, or the price of a day. */
export function dayStatus({ state, days, dayCents }: AssistDayView): string {
  if (state === 'opening') return 'Waiting for the payment. This page updates by itself.'
  if (state === 'processing') return `${PAYMENT_ON_ITS_WAY}. ${BANK_NEEDS_TIME}`
  if (days.length === 0) return `${dollars(dayCents)} a day`
  return days.length === 1 ? '1 day is paid' : `${days.length} days are paid`
}

/** "Fri, Jul 3 at Magic Kingdom, on until Sat, Jul 4, 4 am EDT": most days end on the next one. */
export function DayList({ days, parks }: { days: AssistDay[]; parks: LanePark[] }) {
  const now = useNow()
  if (days.length === 0) return null
  return (
    <ul className="grid gap-1">
      {days.map((day) => {
        const park = parks.find(({ id }) => id === day.parkId)
        return (
          <li key={day.startsAt}>
            {day.date === null ? 'A day' : dayLabel(day.date)}
            {park && ` at ${park.name}`}, {runWords(day, park?.timezone ?? ownTimezone(), now)}
          </li>
        )
      })}
    </ul>
  )
}

function runWords({ startsAt, endsAt }: AssistDay, timezone: string, now: Date): string {
  return Date.parse(startsAt) <= now.getTime()
    ? `on until ${untilWords({ endsAt, timezone })}`
    : `from ${clockTimeForVisitor(new Date(startsAt), timezone)}`
}
