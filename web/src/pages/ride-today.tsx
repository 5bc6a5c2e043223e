import { breakdownWords } from '@walkon/contracts/breakdown-words'
import type { LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import type { RideStatistics } from '@walkon/contracts/http/ride-statistics'
import type { ParkView } from '@walkon/contracts/http/parks'
import { useQuery } from '@tanstack/react-query'
import { useAuth } from '../features/auth/use-auth.ts'
import { Part } from '../features/best-times/part.tsx'
import { hourClock, spreadWords, todaySentence } from '../features/best-times/ride-words.ts'
import type { Present } from '../features/parks/age.ts'
import { BoardError, LostStrip, StaleStrip } from '../features/parks/board-states.tsx'
import { DayChart } from '../features/parks/day-chart.tsx'
import { WAITS_AND_QUEUES } from '../features/parks/live-queries.ts'
import { nextOpening, openedAt } from '../features/parks/opening.ts'
import { parkQuery } from '../features/parks/queries.ts'
import { QueueList } from '../features/parks/queue-list.tsx'
import { RidePlate } from '../features/parks/ride-plate.tsx'
import { isLost, useLiveBoard } from '../features/parks/use-live-board.ts'
import { dayFrom } from '../features/parks/usual-day.ts'
import { usualOfDay, usualSteps } from '../features/parks/usual-steps.ts'
import { toAlert } from '../lib/alert-address.ts'
import { isWeekend, minutesIntoParkDay, parkDayAt } from '../lib/park-time.ts'
import { AsTable } from '../ui/as-table.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loading } from '../ui/loading.tsx'
import { Panel } from '../ui/panel.tsx'

type RideTodayProps = { statistics: RideStatistics; now: Date }

/** The wait of a ride now, and its day over a usual one. */
export function RideToday({ statistics, now }: RideTodayProps) {
  const { rideId, parkId, timezone } = statistics
  const live = useLiveBoard(parkId, WAITS_AND_QUEUES)
  const { data: park } = useQuery(parkQuery(parkId))
  const { board } = live
  const ride = board?.rides.find((each) => each.rideId === rideId)
  const present = { now, timezone, opensAt: openedAt(park) }
  const hasLost = isLost(live.connection)
  if (!board)
    return hasLost ? (
      <BoardError live={live} />
    ) : (
      <Loading label="Loading its wait" className="h-140! rounded-card!" />
    )
  return (
    <div className={`grid min-w-0 content-start gap-6 ${hasLost ? 'is-old' : ''}`}>
      {hasLost && <LostStrip live={live} readAt={board.readAt} now={now} timezone={timezone} />}
      {board.isStale && !hasLost && <StaleStrip />}
      {ride ? (
        <Now ride={ride} present={present} park={park} />
      ) : (
        <Panel title="This ride is not on the board" heading="h2">
          <p className="text-ink-2">It posts no waits right now. Its usual waits are below.</p>
        </Panel>
      )}
      {ride && <Day ride={ride} present={present} statistics={statistics} />}
    </div>
  )
}

type NowProps = { ride: LiveRideWithQueues; present: Present; park: ParkView | undefined }

function Now({ ride, present, park }: NowProps) {
  const { user } = useAuth()
  const { queues = [] } = ride
  return (
    <>
      <RidePlate ride={ride} present={present} more={moreWords(ride, park, present)}>
        {park && park.mayAlert !== false && (
          <ButtonLink to={toAlert(park.id, ride.rideId, user !== null)}>
            <Icon name="bell" size={20} />
            Alert me
          </ButtonLink>
        )}
      </RidePlate>
      {queues.length > 0 && <QueueList queues={queues} timezone={present.timezone} />}
    </>
  )
}

/** When a ride that is down is usually back, the wait that follows a reopening, or when the park opens. */
function moreWords(ride: LiveRideWithQueues, park: ParkView | undefined, { now }: Present): string | null {
  if (ride.status === 'CLOSED') return park ? nextOpening(park, now) : null
  return sentence(breakdownWords(ride, now))
}

const sentence = (words: string | null) => words && `${words[0]?.toUpperCase()}${words.slice(1)}.`

type DayProps = { ride: LiveRideWithQueues; present: Present; statistics: RideStatistics }

function Day({ ride: ofBoard, present, statistics }: DayProps) {
  const { now, timezone } = present
  const parkDay = parkDayAt(now, timezone)
  const hours = usualOfDay(statistics, parkDay)
  const usual = usualSteps(hours)
  const ride = { ...ofBoard, today: dayFrom(ofBoard.today, present) }
  const dayWord = isWeekend(parkDay) ? 'weekend day' : 'weekday'
  return (
    <Part sentence={todaySentence(ride.today, usual, minutesIntoParkDay(now, timezone), dayWord)}>
      <DayChart
        today={ride.today}
        usual={usual}
        present={present}
        bands={hours.map((hour) => ({ minute: ((hour.hour + 20) % 24) * 60, ...hour }))}
      />
      {hours.length > 0 && (
        <AsTable
          caption={`Today and a usual ${dayWord}, by hour`}
          columns={['Time', 'Today', 'Usual', 'Spread']}
          rows={hours
            .toSorted((one, other) => ((one.hour + 20) % 24) - ((other.hour + 20) % 24))
            .map((hour) => ({
              name: hourClock(hour.hour),
              cells: [todayAt(ride, hour.hour, present), `${hour.medianMinutes} min`, spreadWords(hour)],
            }))}
        />
      )}
    </Part>
  )
}

/** The wait that stood at the beginning of an hour of today. */
function todayAt({ today }: LiveRideWithQueues, hour: number, { now, timezone }: Present): string {
  const minute = ((hour + 20) % 24) * 60
  const wait =
    minute <= minutesIntoParkDay(now, timezone) ? today.findLast(([at]) => at <= minute)?.[1] : null
  return wait === null || wait === undefined ? '–' : `${wait} min`
}
