import type { ParkBestTimes } from '@walkon/contracts/http/ride-statistics'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { wantedOf } from '@walkon/contracts/lead-ride'
import { Part } from '../features/best-times/part.tsx'
import { hourClock, todaySentence } from '../features/best-times/ride-words.ts'
import { meanSteps } from '../features/best-times/slots.ts'
import type { Present } from '../features/parks/age.ts'
import { DayChart } from '../features/parks/day-chart.tsx'
import { dayFrom } from '../features/parks/usual-day.ts'
import { usualSteps } from '../features/parks/usual-steps.ts'
import { isWeekend, minutesIntoParkDay, parkDayAt } from '../lib/park-time.ts'
import { AsTable } from '../ui/as-table.tsx'

type ParkDayProps = { times: ParkBestTimes; rides: LiveRide[]; present: Present }

/** The mean wait of the wanted rides today, over that of a usual day. */
export function ParkDay({ times, rides, present }: ParkDayProps) {
  const { now, timezone } = present
  const minuteNow = minutesIntoParkDay(now, timezone)
  const wanted = wantedOf(rides).map(({ today }) => ({ today: dayFrom(today, present) }))
  const from = Math.min(minuteNow, ...wanted.flatMap(({ today }) => today[0]?.[0] ?? []))
  const today = meanSteps(wanted, from, minuteNow)
  const usual = usualSteps(times.usual)
  const dayWord = isWeekend(parkDayAt(now, timezone)) ? 'weekend day' : 'weekday'
  const waitAt = (minute: number) =>
    minute > minuteNow ? null : (today.findLast(([at]) => at <= minute)?.[1] ?? null)
  return (
    <Part
      sentence={todaySentence(today, usual, minuteNow, dayWord)}
      note="The mean wait of the ten most wanted rides."
    >
      <DayChart today={today} usual={usual} present={present} />
      {times.usual.length > 0 && (
        <AsTable
          caption={`The mean wait of the wanted rides today and on a usual ${dayWord}, by hour`}
          columns={['Time', 'Today', 'Usual']}
          rows={times.usual
            .map(({ hour, medianMinutes }) => ({ hour, medianMinutes, minute: ((hour + 20) % 24) * 60 }))
            .toSorted((one, other) => one.minute - other.minute)
            .map(({ hour, medianMinutes, minute }) => {
              const wait = waitAt(minute)
              return {
                name: hourClock(hour),
                cells: [wait === null ? '–' : `${wait} min`, `${medianMinutes} min`],
              }
            })}
        />
      )}
    </Part>
  )
}
