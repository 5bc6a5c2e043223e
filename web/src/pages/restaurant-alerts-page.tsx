import { useAuth } from '../features/auth/use-auth.ts'
import { ComingSoonGate, Overlay } from '../features/gates/coming-soon-gate.tsx'
import { RESTAURANT_ALERTS } from '../features/restaurant-alerts/announcement.ts'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { LaterPart } from '../lib/later-part.tsx'
import { later } from '../lib/later.ts'
import { PageHead } from './page-head.tsx'
import { PagePlace } from './page-place.tsx'

/** Loaded behind the gate alone. */
const RestaurantAlerts = later(
  () => import('../features/restaurant-alerts/restaurant-alerts.tsx'),
  'RestaurantAlerts',
)

/** No guard: who is not signed in is asked to when an alert is created (companion, section 2). */
export const RestaurantAlertsPage = () => (
  <div className="page min-h-dvh pb-24">
    <PageHead />
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
  if (state.status === 'loading') return <PagePlace />
  const isAdmin = user?.roles.includes('admin') ?? false
  return <RestaurantAlerts account={user && caller ? { email: user.email, caller, isAdmin } : null} />
}
