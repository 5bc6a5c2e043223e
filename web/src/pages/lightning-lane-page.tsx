import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { ComingSoonGate } from '../features/gates/coming-soon-gate.tsx'
import { LIGHTNING_LANE } from '../features/lightning-lane/announcement.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { later } from '../lib/later.ts'
import { PageHead } from './page-head.tsx'
import { PagePlace } from './page-place.tsx'

/** Loaded behind the gate alone. */
const LightningLane = later(() => import('../features/lightning-lane/lightning-lane.tsx'), 'LightningLane')

/** Sign-in comes before the overlay (decisions, section 7). */
export const LightningLanePage = () => (
  <div className="page min-h-dvh pb-24">
    <PageHead />
    <RequireSignIn>
      {(_user, caller) => (
        <ComingSoonGate feature="lightning-lane" announcement={LIGHTNING_LANE}>
          <LaterPart load={LightningLane.load} place={<PagePlace />}>
            <LightningLane key={caller.key} caller={caller} />
          </LaterPart>
        </ComingSoonGate>
      )}
    </RequireSignIn>
  </div>
)
