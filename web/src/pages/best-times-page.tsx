import { useQuery } from '@tanstack/react-query'
import { feedId } from '@walkon/contracts/values'
import { useSearchParams } from 'react-router-dom'
import { Credit } from '../features/parks/credit.tsx'
import { PopularParksNow } from '../features/parks/popular-parks-now.tsx'
import { destinationsQuery } from '../features/parks/queries.ts'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { LoadProblem } from '../lib/load-problem.tsx'
import { PagePark } from '../lib/page-park.tsx'
import { readParkId } from '../lib/park-address.ts'
import { homeParks } from '../lib/popular-parks.ts'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'
import { ParkTimes } from './park-times.tsx'
import { RememberedPark } from './remembered-park.tsx'
import { RideTimes } from './ride-times.tsx'

/** When rides are short: of the ride or of the park that the address names. */
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
  const parkId = readParkId(params)
  if (rideId) return <RideTimes key={rideId} rideId={rideId} />
  if (parkId && asked === null) return <ParkTimes key={parkId} parkId={parkId} />
  return <NoRide isUnknown={asked !== null} />
}

function NoRide({ isUnknown }: { isUnknown: boolean }) {
  const destinations = useQuery(destinationsQuery)
  const [params, setParams] = useSearchParams()
  return (
    <>
      <PageHead isCompact />
      <div className="grid gap-6">
        {destinations.isLoadingError ? (
          <LoadProblem of={destinations} />
        ) : (
          <>
            <PagePark
              destinations={destinations.data}
              parkId={undefined}
              onChoose={(park) => setParams({ park })}
            />
            <Panel title={isUnknown ? 'We don’t know this ride' : 'Choose a park'} kind="open" heading="h2">
              <p className="text-ink-2">When to ride what shows here, and how reliable each ride is.</p>
              <PopularParksNow parks={homeParks(destinations.data ?? []).popular} page="/best-times" />
            </Panel>
            {destinations.data && !isUnknown && !params.has('park') && (
              <RememberedPark parks={destinations.data.flatMap(({ parks }) => parks)} />
            )}
          </>
        )}
        <Credit />
      </div>
    </>
  )
}
