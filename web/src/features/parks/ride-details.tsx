import type { LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { parkDayClock } from '../../lib/park-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Shape } from '../../ui/shape.tsx'
import { Loading } from '../../ui/loading.tsx'
import type { Present } from './age.ts'
import { bandOf, bandWord, hasReading } from './band.ts'
import type { RideWays } from './board-row.tsx'
import { DayChart } from './day-chart.tsx'
import { QueueList } from './queue-list.tsx'
import { usualQuery } from './live-queries.ts'
import { Star } from './star.tsx'
import { stateWords } from './state-words.ts'
import { dayFrom, lowestToday, sharesOf, usualDayAt, type UsualDay } from './usual-day.ts'
import { usualSteps } from './usual-steps.ts'

type RideDetailsProps = {
  /** Undefined for a ride that the board does not have. */
  ride: LiveRideWithQueues | undefined
  present: Present
  ways: RideWays
  onClose: () => void
}

/** All that is known of a ride: its day over a usual one, how short it gets at this hour, its queues. */
export function RideDetails({ ride, present, ways, onClose }: RideDetailsProps) {
  if (!ride) {
    return (
      <Dialog title="This ride is not on the board" onClose={onClose}>
        <p className="text-ink-2">
          The park may have taken it off its list. All other rides are on the board.
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog title={ride.name} onClose={onClose}>
      <Details ride={ride} present={present} ways={ways} />
    </Dialog>
  )
}

type DetailsProps = { ride: LiveRideWithQueues; present: Present; ways: RideWays }

function Details({ ride: ofBoard, present, ways }: DetailsProps) {
  const ride = { ...ofBoard, today: dayFrom(ofBoard.today, present) }
  const { queues = [], rideId } = ride
  const usual = useQuery(usualQuery(rideId))
  const day = usual.data && usualDayAt(usual.data, present.now)
  return (
    <>
      <Now ride={ride} present={present} />
      {usual.isPending ? (
        <Loading label="Loading its day" className="h-48!" />
      ) : (
        <DayChart today={ride.today} usual={day ? usualSteps(day.hours) : []} present={present} />
      )}
      <Figures ride={ride} day={day} />
      {usual.isLoadingError && <LoadProblem of={usual} />}
      {usual.isPending && <div className="skeleton h-52!" />}
      {day && <HowShort day={day} />}
      {queues.length > 0 && <QueueList queues={queues} timezone={present.timezone} />}
      <div className="flex items-center justify-between gap-2">
        {ways.toAlert ? (
          <ButtonLink to={ways.toAlert(rideId)}>
            <Icon name="bell" size={20} />
            Alert me
          </ButtonLink>
        ) : (
          <p className="text-14 text-ink-2">This park can’t alert yet.</p>
        )}
        <Star ride={ride} favourites={ways.favourites} />
      </div>
      <Link to={`/best-times?ride=${rideId}`}>Best times, and how reliable it is</Link>
    </>
  )
}

function Now({ ride, present }: Omit<DetailsProps, 'ways'>) {
  const band = bandOf(ride)
  return (
    <p className={`flex flex-wrap items-center gap-x-3 gap-y-1 band-${band}`}>
      <span className="flex items-center gap-2 font-bold text-(--band)">
        <Shape name={band} className="[--size:18px]" />
        {bandWord(ride)}
      </span>
      <span className="text-14 text-ink-2">{stateWords(ride, present)}</span>
    </p>
  )
}

function Figures({ ride, day }: { ride: LiveRideWithQueues; day: UsualDay | undefined }) {
  const lowest = lowestToday(ride.today)
  const usual = ride.usualMinutes ?? day?.hourNow?.medianMinutes ?? null
  return (
    <dl className="grid grid-cols-3 gap-2 border-y border-line py-3">
      <Figure term="Now" minutes={hasReading(ride) ? ride.waitMinutes : null} note="" />
      <Figure term="Usual" minutes={usual} note="at this hour" />
      <Figure
        term="Lowest today"
        minutes={lowest?.waitMinutes ?? null}
        note={lowest ? `at ${lowest.clock}` : ''}
      />
    </dl>
  )
}

type FigureProps = { term: string; minutes: number | null; note: string }

const Figure = ({ term, minutes, note }: FigureProps) => (
  <div>
    <dt className="text-14 text-ink-2">{term}</dt>
    <dd>
      {minutes === null ? (
        <span className="text-ink-2">No data</span>
      ) : minutes === 0 ? (
        <span className="num text-22">Walk on</span>
      ) : (
        <span className="num text-28" translate="no">
          {minutes}
          <small> min</small>
        </span>
      )}
      <span className="block text-14 text-ink-2">{minutes !== null && note}</span>
    </dd>
  </div>
)

/** Without enough days of this hour nothing can be said. */
const FEWEST_DAYS = 3

function HowShort({ day: { isWeekend, hourNow } }: { day: UsualDay }) {
  const days = isWeekend ? 'weekends' : 'weekdays'
  if (!hourNow || hourNow.days < FEWEST_DAYS) {
    return <p className="text-14 text-ink-2">We don’t know yet how short it gets at this hour on {days}.</p>
  }
  return (
    <section className="grid gap-1" aria-labelledby="how-short">
      <h3 id="how-short" className="text-16">
        How short it gets, {days} {hourWords(hourNow.hour)}
      </h3>
      <dl className="grid gap-1">
        {sharesOf(hourNow).map(({ minutes, words }) => (
          <div key={minutes} className="flex justify-between gap-4 border-t border-line pt-1">
            <dt>{minutes} min or less</dt>
            <dd className="font-bold">{words}</dd>
          </div>
        ))}
      </dl>
      <p className="text-14 text-ink-2">From {hourNow.days} days.</p>
    </section>
  )
}

/** "2 pm to 3 pm" of the park's clock. */
const hourWords = (hour: number) => `${clockOfHour(hour)} to ${clockOfHour(hour + 1)}`
const clockOfHour = (hour: number) => parkDayClock((hour + 20) * 60)
