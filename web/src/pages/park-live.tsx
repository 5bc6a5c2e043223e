import type { ParkView } from '@walkon/contracts/http/parks'
import { useRef, type ComponentProps } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import { FROM_BOARD, type RideWays } from '../features/parks/board-row.tsx'
import { useFavourites } from '../features/parks/favourites.ts'
import { NoAlertsNote } from '../features/parks/no-alerts-note.tsx'
import { openedAt } from '../features/parks/opening.ts'
import { ParkBoard } from '../features/parks/park-board.tsx'
import type { LiveBoard } from '../features/parks/use-live-board.ts'
import { useWatchedLimits } from '../features/subscriptions/use-watched-limits.ts'
import { toAlert } from '../lib/alert-address.ts'
import { later } from '../lib/later.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const ParkToday = later(() => import('../features/parks/park-today.tsx'), 'ParkToday')
const RideDetails = later(() => import('../features/parks/ride-details.tsx'), 'RideDetails')

type ParkLiveProps = {
  park: { id: string; name: string; timezone: string }
  live: LiveBoard
  details: ParkView | undefined
  now: Date
}

/** The board of a park, and over it the ride that the address names. */
export function ParkLive({ park, live, details, now }: ParkLiveProps) {
  const [params] = useSearchParams()
  const mayAlert = details?.mayAlert !== false
  const ways = useRideWays(park.id, mayAlert)
  const shownId = params.get(DETAILS)
  return (
    <>
      <ParkBoard
        live={live}
        parkId={park.id}
        parkName={park.name}
        park={details}
        timezone={park.timezone}
        now={now}
        action={mayAlert ? <AlertsLink parkId={park.id} /> : <NoAlertsNote parkId={park.id} />}
        arrivalId={params.get('ride') ?? undefined}
        ways={ways}
      />
      {live.board && (
        <LaterPart load={ParkToday.load} place={<div className="skeleton h-120!" />}>
          <ParkToday park={park} now={now} />
        </LaterPart>
      )}
      {shownId && live.board && (
        <DetailsOf
          ride={live.board.rides.find(({ rideId }) => rideId === shownId)}
          present={{ now, timezone: park.timezone, opensAt: openedAt(details) }}
          ways={ways}
        />
      )}
    </>
  )
}

/** The parameter of the address that opens a ride; `ride` is that of an alert's link, which marks the ride on the board. */
const DETAILS = 'details'

function useRideWays(parkId: string, mayAlert: boolean): RideWays {
  const [params] = useSearchParams()
  const { user, caller } = useAuth()
  const favourites = useFavourites()
  return {
    favourites,
    limits: useWatchedLimits(caller, parkId),
    toDetails: (rideId) => `/live-wait-times?${withDetails(params, rideId)}`,
    toAlert: mayAlert ? (rideId) => toAlert(parkId, rideId, user !== null) : null,
  }
}

function withDetails(params: URLSearchParams, rideId: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (rideId === null) next.delete(DETAILS)
  else next.set(DETAILS, rideId)
  return next
}

type DetailsProps = Omit<ComponentProps<typeof RideDetails>, 'onClose'>

function DetailsOf(props: DetailsProps) {
  return (
    <LaterPart load={RideDetails.load}>
      <RideDetails {...props} onClose={useClosing()} />
    </LaterPart>
  )
}

/** Goes back to the board; a link that has opened the ride itself leaves the board in its place. Once: a second click would leave the page. */
function useClosing(): () => void {
  const navigate = useNavigate()
  const location = useLocation()
  const [params, setParams] = useSearchParams()
  const isClosed = useRef(false)
  return () => {
    if (isClosed.current) return
    isClosed.current = true
    if (isFromBoard(location.state)) void navigate(-1)
    else setParams(withDetails(params, null), { replace: true, preventScrollReset: true })
  }
}

const isFromBoard = (state: unknown) =>
  typeof state === 'object' && state !== null && Object.keys(FROM_BOARD).some((key) => key in state)

const AlertsLink = ({ parkId }: { parkId: string }) => (
  <ButtonLink small to={`/?park=${parkId}#alerts`}>
    <Icon name="bell" size={20} />
    <span>
      Get alerts<span className="max-md:sr-only"> for this park</span>
    </span>
  </ButtonLink>
)
