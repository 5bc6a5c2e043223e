import { isAsAlways } from '@walkon/contracts/drop-below-usual'
import type { LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import { useState, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { Present } from './age.ts'
import { ArrivalMark, useArrival } from './arrival.tsx'
import { roomOf, type Room } from './band.ts'
import { inOrder, ORDERS, type BoardOrder } from './board-order.ts'
import { BoardRow, type RideWays } from './board-row.tsx'

type Group = {
  id: string
  title: string
  note: string
  look: string
  rides: LiveRideWithQueues[]
  /** Rides that are as short as always, folded. */
  asAlways?: LiveRideWithQueues[]
}

type BoardTiersProps = {
  rides: LiveRideWithQueues[]
  order: BoardOrder
  present: Present
  ways: RideWays
  /** The ride that the visitor comes for. */
  arrivalId: string | undefined
  /** The visitor looks for rides by their name: none is folded. */
  isSearch: boolean
}

/** The favorites, then all other rides: by their waits in tiers, in any other order as one list. */
export function BoardTiers({ rides, order, present, ways, arrivalId, isSearch }: BoardTiersProps) {
  const arriveAt = useArrival(arrivalId)
  const ordered = inOrder(rides, order)
  const favourites = ordered.filter(({ rideId }) => ways.favourites.has(rideId))
  const others = ordered.filter((ride) => !favourites.includes(ride))
  const groups: Group[] = [
    { id: 'favorites', title: 'Your favorites', note: 'kept on this device', look: '', rides: favourites },
    ...(order === 'wait' ? toTiers(others, isSearch ? null : arrivalId) : [toOne(others, order)]),
  ]
  const toRows = (ofGroup: LiveRideWithQueues[]) => (
    <ul className="gap-x-12 lg:grid lg:grid-cols-2">
      {ofGroup.map((ride) => (
        <li key={ride.rideId} className="rides min-w-0">
          {ride.rideId === arrivalId ? (
            <ArrivalMark ref={arriveAt}>
              <BoardRow ride={ride} present={present} ways={ways} />
            </ArrivalMark>
          ) : (
            <BoardRow ride={ride} present={present} ways={ways} />
          )}
        </li>
      ))}
    </ul>
  )
  return groups
    .filter((group) => group.rides.length > 0)
    .map(({ id, title, note, look, rides: ofGroup, asAlways = [] }) => (
      <section key={id} aria-labelledby={`tier-${id}`}>
        <div className="flex flex-wrap items-baseline gap-x-3 py-1 md:pt-6 md:pb-2">
          <h2 id={`tier-${id}`} className={`text-22 leading-7 md:text-28 md:leading-8 ${look}`}>
            {title}
          </h2>
          <span className="text-ink-2">{note}</span>
        </div>
        {toRows(ofGroup)}
        {asAlways.length > 0 && (
          <FoldedRows words={`${asAlways.length} more, as short as always`}>{toRows(asAlways)}</FoldedRows>
        )}
      </section>
    ))
}

function FoldedRows({ words, children }: { words: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="flex min-h-11 w-full items-center gap-2 border-t border-line text-ink-2"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {words}
        <span className={isOpen ? 'rotate-180' : ''}>
          <Icon name="down" size={20} />
        </span>
      </button>
      {isOpen && children}
    </>
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

/** With null none is folded. */
const toTiers = (rides: LiveRideWithQueues[], arrivalId: string | undefined | null): Group[] =>
  TIERS.map(({ room, ...tier }) => {
    const ofTier = rides.filter((ride) => roomOf(ride) === room)
    const { news, asAlways } =
      room === 1 && arrivalId !== null ? toFold(ofTier, arrivalId) : { news: ofTier, asAlways: [] }
    return { ...tier, id: String(room), rides: news, asAlways }
  })

/** A fold of fewer rides would hide more than it saves. */
const FEWEST_FOLDED = 3

/** Rides without a queue on any day would be the first rows of every board. */
function toFold(rides: LiveRideWithQueues[], arrivalId: string | undefined) {
  const asAlways = rides.filter((ride) => isAsAlways(ride) && ride.rideId !== arrivalId)
  const news = rides.filter((ride) => !asAlways.includes(ride))
  const isWorthIt = news.length > 0 && asAlways.length >= FEWEST_FOLDED
  return isWorthIt ? { news, asAlways } : { news: rides, asAlways: [] }
}

const toOne = (rides: LiveRideWithQueues[], order: BoardOrder): Group => ({
  id: 'all',
  title: 'All rides',
  note: ORDERS[order].toLowerCase(),
  look: '',
  rides,
})
