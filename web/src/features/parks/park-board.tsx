import type { LiveRide, ParkView } from '@walkon/contracts/http/parks'
import { useState, type ReactNode } from 'react'
import { ageOf } from '../../lib/park-time.ts'
import type { Present } from './age.ts'
import type { Board } from './board.ts'
import { byWait, roomOf, type Room } from './band.ts'
import { ArrivalMark, useArrival } from './arrival.tsx'
import { ALL_RIDES, BoardFilter, wantedRides } from './board-filter.tsx'
import { BoardEmpty, BoardError, LostStrip, StaleStrip } from './board-states.tsx'
import { openedAt, openingSentence } from './opening.ts'
import { ParkBoardSkeleton } from './park-board-states.tsx'
import { ParkString } from './park-glance.tsx'
import { ParkTally } from './park-tally.tsx'
import { RideRow } from './ride-row.tsx'
import { isLost, type LiveBoard } from './use-live-board.ts'

type ParkBoardProps = {
  live: LiveBoard
  parkName: string
  park: ParkView | undefined
  timezone: string
  now: Date
  /** What can be done about this park. */
  action: ReactNode
  /** The ride that the visitor comes for: it is marked, and the board begins there. */
  arrivalId?: string | undefined
}

/** Every ride of a park, shortest wait first. */
export function ParkBoard({ live, parkName, park, timezone, now, action, arrivalId }: ParkBoardProps) {
  const { board, connection } = live
  const [wanted, setWanted] = useState(ALL_RIDES)
  const hasLost = isLost(connection)
  if (!board) return hasLost ? <BoardError live={live} /> : <ParkBoardSkeleton />
  if (board.rides.length === 0) return <BoardEmpty park={park} now={now} />
  const rides = wantedRides(board.rides, wanted)
  return (
    <div className={hasLost ? 'is-old grid gap-4' : 'grid gap-4'}>
      {hasLost && <LostStrip live={live} readAt={board.readAt} now={now} timezone={timezone} />}
      {board.isStale && !hasLost && <StaleStrip />}
      <section className="grid gap-3 border-y border-line py-4 md:py-5" aria-label="The park at a glance">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          {/* On a phone the list above it names the park. */}
          <h2 className="text-28! leading-8! max-md:sr-only">{parkName}</h2>
          {/* The opening hours may come after the board: two lines of their own are kept for them on a phone. */}
          <span className="min-h-12 w-full text-ink-2 md:min-h-6 md:w-auto">
            {park && `${openingSentence(park, now)} `}
            {hasLost ? '' : `Updated ${ageOf(new Date(board.readAt), now)}.`}
          </span>
        </div>
        {/* On a phone the tally says the same in less room. */}
        <div className="hidden md:block">
          <ParkString rides={board.rides} big />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <ParkTally rides={board.rides} />
          {action}
        </div>
      </section>
      <BoardFilter wanted={wanted} onChange={setWanted} />
      <p role="status" className="text-ink-2 empty:hidden">
        {rides.length === 0 && 'No ride is like this. Search for another name, or show all.'}
      </p>
      <BoardTiers
        board={{ ...board, rides }}
        present={{ now, timezone, opensAt: openedAt(park) }}
        arrivalId={arrivalId}
      />
    </div>
  )
}

const TIERS: { room: Room; title: string; note: string; look: string }[] = [
  { room: 1, title: 'Go now', note: 'under 20 min', look: 'font-stretch-125% tracking-[-0.04em]' },
  { room: 2, title: 'Moderate', note: '20 to 44 min', look: '' },
  { room: 3, title: 'Long', note: '45 min and more', look: 'font-stretch-[68%] font-[650] tracking-normal' },
  {
    room: 4,
    title: 'Not running',
    note: 'or no wait posted',
    look: 'font-stretch-[86%] font-semibold text-ink-2',
  },
]

type BoardTiersProps = { board: Board; present: Present; arrivalId: string | undefined }

function BoardTiers({ board, present, arrivalId }: BoardTiersProps) {
  const arriveAt = useArrival(arrivalId)
  const rides = board.rides.toSorted(byWait)
  return TIERS.map(({ room, title, note, look }) => {
    const inTier = rides.filter((ride: LiveRide) => roomOf(ride) === room)
    if (inTier.length === 0) return null
    return (
      <section key={room} aria-labelledby={`tier-${room}`}>
        <div className="flex flex-wrap items-baseline gap-x-3 pt-2 pb-2 md:pt-6">
          <h2 id={`tier-${room}`} className={`text-28! leading-8! ${look}`}>
            {title}
          </h2>
          <span className="text-ink-2">{note}</span>
        </div>
        <ul className="gap-x-12 lg:grid lg:grid-cols-2">
          {inTier.map((ride) => (
            <li key={ride.rideId} className="rides min-w-0">
              {ride.rideId === arrivalId ? (
                <ArrivalMark ref={arriveAt}>
                  <RideRow ride={ride} present={present} />
                </ArrivalMark>
              ) : (
                <RideRow ride={ride} present={present} />
              )}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
