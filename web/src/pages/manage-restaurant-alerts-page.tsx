import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { ComingSoonGate } from '../features/gates/coming-soon-gate.tsx'
import { RESTAURANT_ALERTS } from '../features/restaurant-alerts/announcement.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { later } from '../lib/later.ts'
import { PageHead } from './page-head.tsx'
import { PagePlace } from './page-place.tsx'

/** Loaded behind the gate alone. */
const OwnRestaurantAlerts = later(
  () => import('../features/restaurant-alerts/own-alerts.tsx'),
  'OwnRestaurantAlerts',
)

/** The restaurant alerts of an account. */
export const ManageRestaurantAlertsPage = () => (
  <div className="page min-h-dvh pb-24">
    <PageHead isCompact />
    <RequireSignIn>
      {(_user, caller) => (
        <ComingSoonGate feature="restaurant-alerts" announcement={RESTAURANT_ALERTS}>
          <LaterPart load={OwnRestaurantAlerts.load} place={<PagePlace />}>
            <OwnRestaurantAlerts key={caller.key} caller={caller} />
          </LaterPart>
        </ComingSoonGate>
      )}
    </RequireSignIn>
  </div>
)
