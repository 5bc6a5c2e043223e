import { useSearchParams } from 'react-router-dom'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { ComingSoonGate } from '../features/gates/coming-soon-gate.tsx'
import { LIGHTNING_LANE } from '../features/lightning-lane/announcement.ts'
import type { Caller } from '../lib/api.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { later } from '../lib/later.ts'
import { readParkId } from '../lib/park-address.ts'
import { PageHead } from './page-head.tsx'
import { PagePlace } from './page-place.tsx'
import { useParkOfPage } from './use-park-of-page.ts'

/** Loaded behind the gate alone. */
const LightningLane = later(() => import('../features/lightning-lane/lightning-lane.tsx'), 'LightningLane')

/** Sign-in comes before the overlay (decisions, section 7). */
export const LightningLanePage = () => (
  <div className="page min-h-dvh pb-24">
    <PageHead isCompact />
    <RequireSignIn>
      {(_user, caller) => (
        <ComingSoonGate feature="lightning-lane" announcement={LIGHTNING_LANE}>
          <LaterPart load={LightningLane.load} place={<PagePlace />}>
            <OfPark key={caller.key} caller={caller} />
          </LaterPart>
        </ComingSoonGate>
      )}
    </RequireSignIn>
  </div>
)

function OfPark({ caller }: { caller: Caller }) {
  const [params, setParams] = useSearchParams()
  const parkId = useParkOfPage(caller, readParkId(params) ?? readParkOfOldMail(params))
  if (parkId === undefined) return <PagePlace />
  return <LightningLane caller={caller} parkId={parkId} onPark={(park) => setParams({ park })} />
}

/** Mails of before named several parks. */
const readParkOfOldMail = (params: URLSearchParams) => params.get('parks')?.split(',')[0] ?? null
