import type { ParkView } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { ageOf } from '../../lib/park-time.ts'
import { Link } from '../../ui/link.tsx'
import type { Board } from './board.ts'
import { BoardFilter } from './board-filter.tsx'
import { wantedRides } from './board-order.ts'
import type { RideWays } from './board-row.tsx'
import { BoardEmpty, LostStrip, StaleStrip } from './board-states.tsx'
import { BoardTiers } from './board-tiers.tsx'
import { openedAt, openingSentence } from './opening.ts'
import { BoardLost, ParkBoardSkeleton } from './park-board-states.tsx'
import { ParkString } from './park-glance.tsx'
import { ParkTally } from './park-tally.tsx'
import { isLost, type LiveBoard } from './use-live-board.ts'
import { useWanted } from './use-wanted.ts'

type ParkBoardProps = {
  live: LiveBoard
  parkId: string
  parkName: string
  park: ParkView | undefined
  timezone: string
  now: Date
  /** Acts for this park. */
  action: ReactNode
  /** The ride that the visitor comes for: it is marked, and the board begins there. */
  arrivalId?: string | undefined
  ways: RideWays
}

/** Every ride of a park, shortest wait first until the visitor wants another order. */
export function ParkBoard({
  live,
  parkId,
  parkName,
  park,
  timezone,
  now,
  action,
  arrivalId,
  ways,
}: ParkBoardProps) {
  const { board, connection } = live
  const [wanted, setWanted] = useWanted()
  const hasLost = isLost(connection)
  if (!board) return hasLost ? <BoardLost live={live} /> : <ParkBoardSkeleton />
  if (board.rides.length === 0) return <BoardEmpty park={park} now={now} />
  const rides = wantedRides(board.rides, wanted)
  return (
    <div className={`grid gap-2 md:gap-4 ${hasLost ? 'is-old' : ''}`}>
      {hasLost && <LostStrip live={live} readAt={board.readAt} now={now} timezone={timezone} />}
      {board.isStale && !hasLost && <StaleStrip />}
      <Glance live={live} board={board} parkId={parkId} parkName={parkName} park={park} now={now} />
      <BoardFilter wanted={wanted} onChange={setWanted}>
        <span className="justify-self-end md:ml-auto">{action}</span>
      </BoardFilter>
      <p role="status" className="text-ink-2 empty:hidden">
        {rides.length === 0 && 'No ride matches. Try another name, or show all.'}
      </p>
      <BoardTiers
        rides={rides}
        order={wanted.order}
        present={{ now, timezone, opensAt: openedAt(park) }}
        ways={ways}
        arrivalId={arrivalId}
        isSearch={wanted.name !== ''}
      />
    </div>
  )
}

type GlanceProps = Pick<ParkBoardProps, 'live' | 'parkId' | 'parkName' | 'park' | 'now'> & { board: Board }

/** The state of the whole park above its rides. */
const Glance = ({ live, board, parkId, parkName, park, now }: GlanceProps) => (
  <section
    className="grid gap-1 border-y border-line py-1.5 md:gap-3 md:py-5"
    aria-label="The park at a glance"
  >
    {/* The title above is the list of parks. */}
    <h2 className="sr-only">{parkName}</h2>
    {/* The opening hours may come after the board: two lines of their own are kept for them on a phone. */}
    <p className="min-h-10 text-14 text-ink-2 md:min-h-6 md:text-16">
      {park && `${openingSentence(park, now)} `}
      {isLost(live.connection) ? '' : `Updated ${ageOf(new Date(board.readAt), now)}. `}
      <a className="text-inherit hover:text-ink" href="#shows">
        Shows and hours
      </a>
      {' · '}
      <Link className="text-inherit hover:text-ink" to={`/best-times?park=${parkId}`}>
        Best times
      </Link>
    </p>
    <div className="hidden md:block">
      <ParkString rides={board.rides} big />
    </div>
    {/* One line on a phone, which the tally says to those who do not see it. */}
    <div className="md:hidden">
      <ParkString rides={board.rides} small />
    </div>
    <div className="max-md:sr-only">
      <ParkTally rides={board.rides} />
    </div>
  </section>
)
