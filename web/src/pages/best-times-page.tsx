import { useQuery } from '@tanstack/react-query'
import { feedId } from '@walkon/contracts/values'
import { useSearchParams } from 'react-router-dom'
import { Credit } from '../features/parks/credit.tsx'
import { PopularParksNow } from '../features/parks/popular-parks-now.tsx'
import { destinationsQuery } from '../features/parks/queries.ts'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { homeParks } from '../lib/popular-parks.ts'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'
import { RideTimes } from './ride-times.tsx'

/** When a ride is short: the ride that the address names. */
export const BestTimesPage = () => (
  <div className="page min-h-dvh pb-16">
    <AfterHydration place={<PageHead isCompact />}>
      <Asked />
    </AfterHydration>
  </div>
)

function Asked() {
  const [params] = useSearchParams()
  const asked = params.get('ride')
  const rideId = feedId.safeParse(asked).data
  return rideId ? <RideTimes key={rideId} rideId={rideId} /> : <NoRide isUnknown={asked !== null} />
}

function NoRide({ isUnknown }: { isUnknown: boolean }) {
  const { data: destinations } = useQuery(destinationsQuery)
  return (
    <>
      <PageHead isCompact />
      <div className="grid gap-6">
        <Panel
          title={isUnknown ? 'We don’t know this ride' : 'Choose a ride on the board of its park'}
          kind="open"
          heading="h2"
        >
          <p className="text-ink-2">Its best hours, its week and how reliable it is show here.</p>
          <PopularParksNow parks={homeParks(destinations ?? []).popular} />
        </Panel>
        <Credit />
      </div>
    </>
  )
}
