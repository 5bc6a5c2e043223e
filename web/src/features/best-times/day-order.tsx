import type { ParkBestTimes } from '@walkon/contracts/http/ride-statistics'
import { spanForVisitor } from '../../lib/moment-words.ts'
import { dayLabel, spanWords } from '../../lib/park-time.ts'
import { BoardLine, type Look } from '../../ui/board-line.tsx'
import { Link } from '../../ui/link.tsx'
import { closedWords, dayName, type DayName } from './day-name.ts'
import { atAnyHour, slotsOf, type PlannedRide } from './slots.ts'

type DayOrderProps = {
  day: ParkBestTimes['days'][number]
  now: Date
  timezone: string
  lookOf: (waitMinutes: number) => Look
}

/** The wanted rides of a park in the order in which a day is spent with the least waiting. */
export function DayOrder({ day, now, timezone, lookOf }: DayOrderProps) {
  const name = dayName(day.date, now, timezone)
  const groups = [
    ...slotsOf(day).map(({ startsAt, endsAt, rides }) => ({
      title: spanForVisitor(new Date(startsAt), new Date(endsAt), timezone),
      rides,
    })),
    { title: 'At any hour', rides: atAnyHour(day) },
  ].filter(({ rides }) => rides.length > 0)
  const id = `order-${day.date}`
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      <h2 id={id} className="text-22 leading-7">
        In this order {name}
        <small className="pl-2 font-text text-14 font-normal tracking-normal text-ink-2">
          {dayLabel(day.date)}
        </small>
      </h2>
      {groups.length === 0 && <p className="text-ink-2">{noneWords(day.isOpen, name)}</p>}
      {groups.map(({ title, rides }) => (
        <div key={title}>
          <h3 className="pb-1 text-16">{title}</h3>
          <ul className="rides">
            {rides.map((ride) => (
              <li key={ride.rideId}>
                <RideLine ride={ride} timezone={timezone} lookOf={lookOf} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function noneWords(isOpen: boolean, name: DayName): string {
  if (!isOpen) return closedWords(name)
  return name === 'tomorrow'
    ? 'We don’t know its rides well enough yet.'
    : `Too few hours are left ${name}, or we don’t know them well enough.`
}

type RideLineProps = Pick<DayOrderProps, 'timezone' | 'lookOf'> & { ride: PlannedRide }

function RideLine({ ride, timezone, lookOf }: RideLineProps) {
  const { rideId, name, shortest, longest } = ride
  const { usualMinutes } = shortest
  return (
    <BoardLine
      look={lookOf(usualMinutes)}
      number={
        usualMinutes > 0 && (
          <>
            {usualMinutes}
            <small> min</small>
          </>
        )
      }
      name={
        <Link to={`/best-times?ride=${rideId}`} className="ride__way">
          {name}
        </Link>
      }
      meta={
        longest &&
        longest.usualMinutes > usualMinutes && (
          <span>
            {longest.usualMinutes} min from{' '}
            {spanWords(new Date(longest.startsAt), new Date(longest.endsAt), timezone)}
          </span>
        )
      }
    />
  )
}
