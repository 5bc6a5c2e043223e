import { useSearchParams } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import { ComingSoonGate, Overlay } from '../features/gates/coming-soon-gate.tsx'
import { bandOf, bandWord, roomOf } from '../features/parks/band.ts'
import { RESTAURANT_ALERTS } from '../features/restaurant-alerts/announcement.ts'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { LaterPart } from '../lib/later-part.tsx'
import { later } from '../lib/later.ts'
import { readParkId } from '../lib/park-address.ts'
import type { Look } from '../ui/board-line.tsx'
import { PageHead } from './page-head.tsx'
import { PagePlace } from './page-place.tsx'
import { useParkOfPage } from './use-park-of-page.ts'

/** Loaded behind the gate alone. */
const RestaurantAlerts = later(
  () => import('../features/restaurant-alerts/restaurant-alerts.tsx'),
  'RestaurantAlerts',
)

/** No guard: who is not signed in is asked to when an alert is created (companion, section 2). */
export const RestaurantAlertsPage = () => (
  <div className="page min-h-dvh pb-24">
    <PageHead isCompact />
    <AfterHydration
      place={
        <Overlay announcement={RESTAURANT_ALERTS} isKnown={false}>
          <p className="min-h-6" />
        </Overlay>
      }
    >
      <ComingSoonGate feature="restaurant-alerts" announcement={RESTAURANT_ALERTS}>
        <LaterPart load={RestaurantAlerts.load} place={<PagePlace />}>
          <WithAccount />
        </LaterPart>
      </ComingSoonGate>
    </AfterHydration>
  </div>
)

function WithAccount() {
  const { state, user, caller } = useAuth()
  const [params] = useSearchParams()
  const parkId = useParkOfPage(caller ?? null, readParkId(params))
  if (state.status === 'loading') return <PagePlace />
  const isAdmin = user?.roles.includes('admin') ?? false
  return (
    <RestaurantAlerts
      account={user && caller ? { email: user.email, caller, isAdmin } : null}
      parkId={parkId}
      lookOf={lookOf}
    />
  )
}

/** A wait for a table has the bands of a ride's. */
function lookOf(waitMinutes: number): Look {
  const reading = { status: 'OPERATING', waitMinutes } as const
  return { band: bandOf(reading), word: bandWord(reading), room: roomOf(reading) }
}
