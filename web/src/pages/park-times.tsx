import type { ParkBestTimes } from '@walkon/contracts/http/ride-statistics'
import { breakdownWords } from '@walkon/contracts/breakdown-words'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { DayOrder } from '../features/best-times/day-order.tsx'
import { parkBestTimesQuery } from '../features/best-times/queries.ts'
import type { Board } from '../features/parks/board.ts'
import { BoardError, LostStrip, StaleStrip } from '../features/parks/board-states.tsx'
import { Credit } from '../features/parks/credit.tsx'
import { WAITS_AND_QUEUES } from '../features/parks/live-queries.ts'
import { openedAt, openingSentence } from '../features/parks/opening.ts'
import { destinationsQuery, parkQuery } from '../features/parks/queries.ts'
import { standsSince } from '../features/parks/ride-row.tsx'
import { isLost, useLiveBoard } from '../features/parks/use-live-board.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { PagePark } from '../lib/page-park.tsx'
import { isElsewhere, timezoneName } from '../lib/park-time.ts'
import { useNow } from '../lib/use-now.ts'
import { Link } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { lookOf } from './look-of-wait.ts'
import { PageHead } from './page-head.tsx'
import { ParkDay } from './park-day.tsx'

/** A park: today against a usual day, when to ride what, and what is down. */
export function ParkTimes({ parkId }: { parkId: string }) {
  const destinations = useQuery(destinationsQuery)
  const times = useQuery(parkBestTimesQuery(parkId))
  const [, setParams] = useSearchParams()
  const park = destinations.data?.flatMap(({ parks }) => parks).find(({ id }) => id === parkId)
  return (
    <>
      <PageHead isCompact {...(park && { tabTitle: `Best times: ${park.name}` })} />
      <div className="grid gap-6">
        {destinations.data && (
          <PagePark
            destinations={destinations.data}
            parkId={park?.id}
            onChoose={(id) => setParams({ park: id })}
          />
        )}
        {times.data ? (
          <ParkParts times={times.data} />
        ) : times.isLoadingError ? (
          <LoadProblem of={times} title="Error loading ride information" />
        ) : (
          <>
            <Loading label="Loading the park" className="h-60!" />
            <div className="skeleton h-120!" />
          </>
        )}
      </div>
    </>
  )
}

function ParkParts({ times }: { times: ParkBestTimes }) {
  const { parkId, timezone, days } = times
  const now = useNow()
  const live = useLiveBoard(parkId, WAITS_AND_QUEUES)
  const { data: park } = useQuery(parkQuery(parkId))
  const { board } = live
  const hasLost = isLost(live.connection)
  return (
    <>
      <p className="-mt-4 text-ink-2">
        {park && openingSentence(park, now)}{' '}
        <Link to={`/live-wait-times?park=${parkId}`}>Live wait times</Link>
      </p>
      {hasLost && board && <LostStrip live={live} readAt={board.readAt} now={now} timezone={timezone} />}
      {board?.isStale && !hasLost && <StaleStrip />}
      {board ? (
        <div
          className={`grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_404px] ${hasLost ? 'is-old' : ''}`}
        >
          <ParkDay times={times} rides={board.rides} present={{ now, timezone, opensAt: openedAt(park) }} />
          <DownNow board={board} now={now} timezone={timezone} />
        </div>
      ) : hasLost ? (
        <BoardError live={live} />
      ) : (
        <Loading label="Loading its waits" className="h-60!" />
      )}
      <div className="grid gap-12 pt-6 lg:grid-cols-2">
        {days.map((day) => (
          <DayOrder key={day.date} day={day} now={now} timezone={timezone} lookOf={lookOf} />
        ))}
      </div>
      <Credit>
        The ten most wanted rides, by usual waits of four weeks.
        {isElsewhere(now, timezone) && ` Times in ${timezoneName(now, timezone)}.`}
      </Credit>
    </>
  )
}

type DownNowProps = { board: Board; now: Date; timezone: string }

function DownNow({ board, now, timezone }: DownNowProps) {
  const down = board.rides.filter(({ status }) => status === 'DOWN')
  return (
    <section aria-labelledby="down-now" className="grid content-start gap-2">
      <h2 id="down-now" className="text-22 leading-7">
        {down.length === 0 ? 'Nothing is down.' : `Down now: ${down.length}`}
      </h2>
      <ul>
        {down.map((ride) => (
          <li key={ride.rideId} className="border-t border-line py-2.5">
            <Link to={`/best-times?ride=${ride.rideId}`} className="font-display text-18 font-bold">
              {ride.name}
            </Link>
            <span className="block text-14 text-ink-2">
              {[
                standsSince(ride, { now, timezone, opensAt: undefined }),
                breakdownWords(ride, now) ?? 'we don’t know yet how long it takes',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
