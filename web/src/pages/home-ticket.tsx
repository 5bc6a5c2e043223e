import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { Ticket, type TicketProps } from '../features/activation/ticket.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { NoAlertsNote } from '../features/parks/no-alerts-note.tsx'
import { AlertFigure } from '../features/settings/figures.tsx'
import { configQuery, pricesQuery } from '../features/settings/queries.ts'
import { parkDateAt } from '../lib/park-time.ts'
import { MAGIC_KINGDOM_TIMEZONE, type ParkChoice } from '../lib/popular-parks.ts'
import { useIsHydrated } from '../lib/hydration.tsx'
import { later } from '../lib/later.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { GuaranteeNote } from './guarantee-note.tsx'
import { SupportLink } from './support-link.tsx'
import { useParkSpots } from './use-park-spots.ts'

// Code for an order from a ride is not part of the first load.
const OrderedRides = later(() => import('./ordered-rides.tsx'), 'OrderedRides')

type HomeTicketProps = Pick<
  TicketProps,
  'popularParks' | 'otherParks' | 'parkId' | 'isParkAwaited' | 'onParkChange' | 'now' | 'wish'
>

/** The ticket of the home page, with what the visitor's account and the settings of the services say to it. */
export function HomeTicket(props: HomeTicketProps) {
  const [params] = useSearchParams()
  const { user, caller } = useAuth()
  // Back from the payment page without having paid. The next park that is chosen takes the mark away.
  const isCanceled = useIsHydrated() && params.get('canceled') === 'true'
  const prices = useQuery(pricesQuery)
  const { data: config } = useQuery(configQuery)
  const spotsAt = useParkSpots(parkDateAt(props.now, MAGIC_KINGDOM_TIMEZONE))
  const withSpots = (parks: ParkChoice[]) =>
    parks.map((park) => {
      const spots = spotsAt?.(park.id)
      return spots === undefined ? park : { ...park, spots }
    })
  return (
    <>
      {isCanceled && (
        <p role="status" className="mb-4 border-l-8 border-line-strong pl-4">
          Nothing was charged. Your entries are still here.
        </p>
      )}
      <Ticket
        {...props}
        popularParks={withSpots(props.popularParks)}
        otherParks={withSpots(props.otherParks)}
        account={user && caller && { email: user.email, caller }}
        prices={prices.isError ? null : prices.data}
        limit={<DefaultLimit />}
        inboxUrl={config?.inboxUrl ?? null}
        demoCode={config?.demoCode ?? null}
        support={<SupportLink />}
        renderRides={(rides, onChoose) => (
          <LaterPart load={OrderedRides.load} place={<div className="h-29" />}>
            <OrderedRides rides={rides} onChoose={onChoose} />
          </LaterPart>
        )}
        Guarantee={GuaranteeNote}
        parkNote={props.parkId && <NoAlertsNote parkId={props.parkId} />}
      />
    </>
  )
}

function DefaultLimit() {
  return (
    <AlertFigure place="15 min" missing="its limit">
      {({ defaultThresholdMinutes }) => `${defaultThresholdMinutes} min`}
    </AlertFigure>
  )
}
