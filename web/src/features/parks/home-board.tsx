import type { ParkView } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AfterHydration } from '../../lib/after-hydration.tsx'
import { minutesIntoParkDay, timezoneName } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { homeBoard } from './board.ts'
import {
  BoardEmpty,
  BoardError,
  BoardSkeleton,
  OfflineStrip,
  PlateSkeleton,
  StaleStrip,
} from './board-states.tsx'
import { Credit } from './credit.tsx'
import { LeadPlate } from './lead-plate.tsx'
import { openingSentence } from './opening.ts'
import { ParkString, shortSentence } from './park-glance.tsx'
import type { ParkChoice } from './popular-parks.ts'
import { RideRow } from './ride-row.tsx'
import { useLiveBoard } from './use-live-board.ts'

type HomeBoardProps = {
  parkId: string
  parks: ParkChoice[]
  park: ParkView | undefined
  timezone: string
  now: Date
  onParkChange: (parkId: string) => void
  /** Brings the visitor from a ride to the form that watches it. */
  onTellMe: () => void
}

/** The hero: a popular park's board, led by the shortest of its most wanted rides. */
export function HomeBoard({ parkId, parks, park, timezone, now, onParkChange, onTellMe }: HomeBoardProps) {
  const live = useLiveBoard(parkId)
  const { board, connection } = live
  return (
    <div className={connection === 'offline' && board ? 'is-old min-w-0' : 'min-w-0'}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-3 md:flex-nowrap">
        <ParkPicker parkId={parkId} parks={parks} onParkChange={onParkChange} />
        {board && board.rides.length > 0 && (
          <span className="grid gap-1">
            <ParkString rides={board.rides} />
            <span className="text-14 text-ink-2">{shortSentence(board.rides)}</span>
          </span>
        )}
      </div>
      <HomeBoardBody live={live} park={park} timezone={timezone} now={now} onTellMe={onTellMe} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line pt-3">
        <Link className="inline-flex min-h-11 items-center" to={`/live-wait-times?park=${parkId}`}>
          {board ? `See all ${board.rides.length} rides` : 'See all rides'}
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
  live: ReturnType<typeof useLiveBoard>
}) {
  const { board, connection, refresh } = live
  if (!board) {
    if (connection === 'offline') return <BoardError onRetry={refresh} busy={false} />
    return (
      <>
        <PlateSkeleton />
        <BoardSkeleton />
      </>
    )
  }
  if (board.rides.length === 0) return <BoardEmpty park={park} now={now} />
  const { lead, others } = homeBoard(board.rides)
  const minuteNow = minutesIntoParkDay(now, timezone)
  return (
    <>
      {connection === 'offline' && (
        <Strip>
          <OfflineStrip readAt={board.readAt} now={now} timezone={timezone} onRetry={refresh} />
        </Strip>
      )}
      {board.isStale && connection !== 'offline' && (
        <Strip>
          <StaleStrip />
        </Strip>
      )}
      {lead ? (
        <LeadPlate ride={lead} readAt={board.readAt} now={now} minuteNow={minuteNow}>
          <Button onClick={onTellMe}>
            <Icon name="bell" size={20} />
            Tell me next time
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
            <RideRow ride={ride} readAt={board.readAt} timezone={timezone} now={now} minuteNow={minuteNow} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ParkPicker({
  parkId,
  parks,
  onParkChange,
}: Pick<HomeBoardProps, 'parkId' | 'parks' | 'onParkChange'>) {
  return (
    <label className="relative block max-w-full">
      <span className="sr-only">Park on the board</span>
      <select
        className="field-sizing-content min-h-11 max-w-full appearance-none truncate pr-9 font-display text-28 font-extrabold tracking-[-0.025em] [&>option]:bg-sheet [&>option]:text-16 [&>option]:text-ink"
        value={parkId}
        onChange={(event) => onParkChange(event.target.value)}
      >
        {parks.length === 0 && <option value={parkId}>Magic Kingdom</option>}
        {parks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute top-2.5 right-1">
        <Icon name="down" />
      </span>
    </label>
  )
}

function Strip({ children }: { children: ReactNode }) {
  return <div className="pb-3">{children}</div>
}
