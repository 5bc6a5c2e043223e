import { breakdownWords } from '@walkon/contracts/breakdown-words'
import type { LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import { Link } from '../../ui/link.tsx'
import type { Present } from './age.ts'
import { AlertBell } from './alert-bell.tsx'
import type { Favourites } from './favourites.ts'
import { QueueList } from './queue-list.tsx'
import { ageWords, RideMeta, RideRow } from './ride-row.tsx'
import { Star } from './star.tsx'

/** The links of a board's ride, and its mark. */
export type RideWays = {
  favourites: Favourites
  /** The address of all that is known of the ride. */
  toDetails: (rideId: string) => string
  /** The page to watch the ride; null for a park that makes no alert. */
  toAlert: ((rideId: string) => string) | null
  /** The limits in minutes of the visitor's own running alerts, by ride. */
  limits: ReadonlyMap<string, number>
}

type BoardRowProps = { ride: LiveRideWithQueues; present: Present; ways: RideWays }

/** A ride of the live board: its name opens its day, the star keeps it at hand, the bell watches it. */
export function BoardRow({ ride, present, ways }: BoardRowProps) {
  const { rideId, name, queues = [] } = ride
  const breakdown = breakdownWords(ride, present.now)
  const age = ageWords(ride, present)
  const isRecent = age?.startsWith(POSTED) === true
  return (
    <RideRow
      ride={ride}
      present={present}
      name={
        <Link to={ways.toDetails(rideId)} state={FROM_BOARD} className="ride__way">
          {name}
        </Link>
      }
      meta={
        <div className="ride__facts">
          <RideMeta ride={ride} age={isRecent ? null : age} />
          {queues.length > 0 && (
            <QueueList queues={queues} timezone={present.timezone} className="ride__meta" />
          )}
          {breakdown && (
            <span className="ride__meta">
              <span>{breakdown}</span>
            </span>
          )}
        </div>
      }
      age={
        isRecent && (
          <span className="ride__age">
            <span className="sr-only">{POSTED}</span>
            {age.slice(POSTED.length)}
          </span>
        )
      }
      acts={
        <>
          <Star ride={ride} favourites={ways.favourites} />
          {ways.toAlert && (
            <AlertBell rideName={name} to={ways.toAlert(rideId)} limitMinutes={ways.limits.get(rideId)} />
          )}
        </>
      }
    />
  )
}

/** A recent age is short: it stands under the number that it is of. */
const POSTED = 'posted '

/** The board is the entry before it in the history, so that closing goes back to it. */
export const FROM_BOARD = { isFromBoard: true }
