import type { LiveRide, ParkView } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { AfterHydration } from '../../lib/after-hydration.tsx'
import { timezoneName } from '../../lib/park-time.ts'
import { ParkTitle } from '../../lib/park-title.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { homeBoard } from './board.ts'
import { BoardEmpty, BoardError, BoardSkeleton, LostStrip, StaleStrip } from './board-states.tsx'
import { Credit } from './credit.tsx'
import { LeadPlate, PlateSkeleton } from './lead-plate.tsx'
import { openedAt, openingSentence } from './opening.ts'
import { ParkString, rideCount, ShortSentence } from './park-glance.tsx'
import { FIRST_CHOICE, type ParkChoice } from '../../lib/popular-parks.ts'
import { RideRow } from './ride-row.tsx'
import { isLost, useLiveBoard, type LiveBoard } from './use-live-board.ts'

type HomeBoardProps = {
  parkId: string
  parks: ParkChoice[]
  park: ParkView | undefined
  timezone: string
  now: Date
  onParkChange: (parkId: string) => void
  /** Brings the visitor from a ride to the form that watches it. */
  onTellMe: (ride: LiveRide) => void
}

/** The hero: a popular park's board, led by the most wanted of its short rides. */
export function HomeBoard({ parkId, parks, park, timezone, now, onParkChange, onTellMe }: HomeBoardProps) {
  const live = useLiveBoard(parkId)
  const { board } = live
  return (
    <div className={board && isLost(live.connection) ? 'is-old min-w-0' : 'min-w-0'}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-3 md:flex-nowrap">
        <ParkPicker parkId={parkId} parks={parks} onParkChange={onParkChange} />
        <span className="grid min-h-17 w-full content-end md:min-h-13.5 md:w-auto md:flex-1 md:*:last:justify-self-end">
          {board && board.rides.length > 0 && (
            <>
              <ParkString rides={board.rides} small />
              <ShortSentence rides={board.rides} parkId={parkId} />
            </>
          )}
        </span>
      </div>
      <HomeBoardBody live={live} park={park} timezone={timezone} now={now} onTellMe={onTellMe} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line pt-3">
        <Link className="inline-flex min-h-11 items-center" to={`/live-wait-times?park=${parkId}`}>
          {board?.rides.length ? `See all ${rideCount(board.rides)} rides` : 'See all rides'}
        </Link>
        <Credit>
          <AfterHydration place={null}>{`Times in ${timezoneName(now, timezone)}.`}</AfterHydration>
        </Credit>
      </div>
    </div>
  )
}

function HomeBoardBody({
  live,
  park,
  timezone,
  now,
  onTellMe,
}: Pick<HomeBoardProps, 'park' | 'timezone' | 'now' | 'onTellMe'> & {
  live: LiveBoard
}) {
  const { board } = live
  if (!board) {
    if (isLost(live.connection)) return <LostHomeBoard live={live} />
    return (
      <>
        <PlateSkeleton />
        <BoardSkeleton />
      </>
    )
  }
  if (board.rides.length === 0) return <BoardEmpty park={park} now={now} />
  const { lead, gone, others } = homeBoard(board.rides)
  const shown = lead ?? gone?.ride
  const present = { now, timezone, opensAt: openedAt(park) }
  return (
    <>
      {isLost(live.connection) && (
        <Strip>
          <LostStrip live={live} readAt={board.readAt} now={now} timezone={timezone} />
        </Strip>
      )}
      {board.isStale && !isLost(live.connection) && (
        <Strip>
          <StaleStrip />
        </Strip>
      )}
      {shown ? (
        <LeadPlate ride={shown} gone={gone} present={present}>
          <Button onClick={() => onTellMe(shown)}>
            <Icon name="bell" size={20} />
            {gone ? 'Tell me next time' : 'Tell me when it drops again'}
          </Button>
        </LeadPlate>
      ) : (
        <p className="rounded-card border border-dashed border-line-strong p-6">
          <b className="font-display text-22">No ride is running right now.</b>
          <span className="block text-ink-2">{park && openingSentence(park, now)}</span>
        </p>
      )}
      <ul className="rides rides--home">
        {others.map((ride) => (
          <li key={ride.rideId}>
            <RideRow ride={ride} present={present} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** As tall as the plate that was to come, so that the ticket stays below the first screen of a phone. */
const LostHomeBoard = ({ live }: { live: LiveBoard }) => (
  <div className="min-h-104">
    <BoardError live={live} />
  </div>
)

function ParkPicker({
  parkId,
  parks,
  onParkChange,
}: Pick<HomeBoardProps, 'parkId' | 'parks' | 'onParkChange'>) {
  return (
    <ParkTitle
      label="Park on the board"
      value={parkId}
      onChange={(event) => onParkChange(event.target.value)}
    >
      {parks.length === 0 && <option value={parkId}>{FIRST_CHOICE.name}</option>}
      {parks.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </ParkTitle>
  )
}

function Strip({ children }: { children: ReactNode }) {
  return <div className="pb-3">{children}</div>
}
