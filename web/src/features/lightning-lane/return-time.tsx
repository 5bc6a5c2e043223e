import type { LaneOffering, LanePreference } from '@walkon/contracts/http/lightning-lane'
import { priceWords } from '@walkon/contracts/price-words'
import { useRef, useState, type ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ageOf, clockTime, ownSpan, ownTimeWords } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { BoardLine } from '../../ui/board-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ClockNumber } from './clock-number.tsx'
import { lookOf } from './offer-look.ts'
import { PracticeBooking } from './practice-booking.tsx'
import { WishForm } from './wish-form.tsx'
import { limitOf, spokenLimit } from './wish-words.ts'

type ReturnTimeProps = {
  caller: Caller
  offering: LaneOffering
  timezone: string
  /** The visitor's preference for its ride. */
  wish: LanePreference | undefined
}

/** A return time in the board's row. Its bell opens the hours and the price at which the ride is wanted. */
export function ReturnTime({ caller, offering, timezone, wish }: ReturnTimeProps) {
  const { rideId, name, kind, available, returnTimeStart } = offering
  return (
    <Row
      caller={caller}
      rideId={rideId}
      name={name}
      wish={wish}
      renderLine={(acts) => (
        <BoardLine
          look={lookOf(offering, wish, timezone)}
          number={available && returnTimeStart && <ClockNumber at={returnTimeStart} timezone={timezone} />}
          name={name}
          meta={<OfferMeta offering={offering} timezone={timezone} />}
          acts={acts}
        />
      )}
    >
      {available && <PracticeBooking caller={caller} rideId={rideId} rideName={name} kind={kind} />}
    </Row>
  )
}

type RideWithoutTimesProps = Pick<ReturnTimeProps, 'caller' | 'wish'> & { ride: { id: string; name: string } }

/** A ride that offers nothing now, and can be watched all the same. */
export const RideWithoutTimes = ({ caller, ride, wish }: RideWithoutTimesProps) => (
  <Row
    caller={caller}
    rideId={ride.id}
    name={ride.name}
    wish={wish}
    renderLine={(acts) => (
      <BoardLine
        look={{ band: 'none', word: 'None now', room: 4 }}
        name={ride.name}
        meta="No return time is posted"
        acts={acts}
      />
    )}
  />
)

type RowProps = Pick<ReturnTimeProps, 'caller' | 'wish'> & {
  rideId: string
  name: string
  renderLine: (acts: ReactNode) => ReactNode
  /** Further acts on its offer. */
  children?: ReactNode
}

function Row({ caller, rideId, name, wish, renderLine, children }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)

  function close(): void {
    setOpen(false)
    bell.current?.focus()
  }

  return (
    <li>
      {renderLine(
        <button
          ref={bell}
          type="button"
          className={`inline-flex min-h-11 min-w-11 items-center justify-center ${wish ? 'mr-2.5' : ''}`}
          aria-expanded={isOpen}
          aria-label={wish ? `Watching, ${spokenLimit(wish)}: ${name}` : `Tell me when it fits: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {wish ? (
            <span className="inline-flex h-8 items-center gap-0.5 rounded-pill bg-action-soft pr-2.5 pl-2 font-display text-14 font-bold text-action [&_path]:fill-current">
              <Icon name="bell" size={20} />
              {limitOf(wish)}
            </span>
          ) : (
            <span className="text-ink-2">
              <Icon name="bell" />
            </span>
          )}
        </button>,
      )}
      {isOpen && (
        <div className="grid gap-3 pb-5">
          <WishForm caller={caller} rideId={rideId} rideName={name} wish={wish} onDone={close} />
          {children}
        </div>
      )}
    </li>
  )
}

/** The offer's time on the visitor's own clock, once; nothing where the clocks are the same. */
function ownWords({ returnTimeStart, returnTimeEnd }: LaneOffering, timezone: string): string {
  if (!returnTimeStart) return ''
  const start = new Date(returnTimeStart)
  return returnTimeEnd
    ? ownSpan(start, new Date(returnTimeEnd), timezone)
    : ownTimeWords(start, timezone).trim().slice(1, -1)
}

const TRENDS = { up: ' (up today)', down: ' (down today)', same: ' (same today)' } as const

function OfferMeta({ offering, timezone }: Pick<ReturnTimeProps, 'offering' | 'timezone'>) {
  const now = useNow()
  const { available, kind, returnTimeEnd, price, priceTrend, openedAt } = offering
  if (!available) return null
  const own = ownWords(offering, timezone)
  return (
    <>
      {returnTimeEnd && <span>until {clockTime(new Date(returnTimeEnd), timezone)}</span>}
      {own && <span>{own}</span>}
      {price && (
        <span>
          {priceWords(price)}
          {priceTrend && TRENDS[priceTrend]}
        </span>
      )}
      {kind === 'STANDBY' && <span>our guess from the line</span>}
      {openedAt && <span>opened {ageOf(new Date(openedAt), now)}</span>}
    </>
  )
}
