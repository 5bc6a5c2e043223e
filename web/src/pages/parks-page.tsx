import type { DestinationView } from '@walkon/contracts/http/parks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Credit } from '../features/parks/credit.tsx'
import { PopularParksNow } from '../features/parks/popular-parks-now.tsx'
import { homeParks } from '../lib/popular-parks.ts'
import { destinationsQuery } from '../features/parks/queries.ts'
import { LaterPart } from '../lib/later-part.tsx'
import { later } from '../lib/later.ts'
import { Link } from '../ui/link.tsx'
import { LoadProblem } from '../lib/load-problem.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageHead } from './page-head.tsx'

const ParkSearch = later(() => import('../lib/park-search.tsx'), 'ParkSearch')

/** Every park we watch, popular destinations first. */
export function ParksPage() {
  const query = useQuery(destinationsQuery)
  return (
    <div className="page pb-24">
      <PageHead lede="Every park we watch. Choose one to see its live wait times." />
      <div className="min-h-26 max-w-100 pb-8">{query.data && <Search destinations={query.data} />}</div>
      {query.isLoadingError && (
        <div className="min-h-dvh">
          <LoadProblem of={query} />
        </div>
      )}
      {!query.isLoadingError && (
        <>
          <section className="pb-12" aria-labelledby="popular">
            <h2 id="popular" className="pb-4">
              Popular right now
            </h2>
            <PopularParksNow parks={homeParks(query.data ?? []).popular} />
          </section>
          <h2 className="pb-4">All parks</h2>
          {query.isPending && <Loading label="Loading the parks" className="h-dvh!" />}
          <ul className="gap-x-12 pb-8 md:columns-2 lg:columns-3">
            {query.data?.map((destination) => (
              <Destination key={destination.id} destination={destination} />
            ))}
          </ul>
        </>
      )}
      <Credit />
    </div>
  )
}

/** Leads to the board of the park that was found. */
function Search({ destinations }: { destinations: DestinationView[] }) {
  const navigate = useNavigate()
  return (
    <LaterPart load={ParkSearch.load}>
      <ParkSearch
        destinations={destinations}
        onChoose={(id) => void navigate(`/live-wait-times?park=${id}`)}
      />
    </LaterPart>
  )
}

/** A destination with one park of the same name is named once. */
function Destination({ destination: { name, parks } }: { destination: DestinationView }) {
  const isOnePark = parks.length === 1 && parks[0]?.name === name
  return (
    <li className="break-inside-avoid border-t border-line pt-4 pb-6">
      {!isOnePark && <h3 className="text-22 leading-7">{name}</h3>}
      <ul>
        {parks.map((park) => (
          <li key={park.id}>
            <Link
              className={`inline-flex min-h-11 items-center ${isOnePark ? 'font-display text-22 leading-7 font-bold' : ''}`}
              to={`/live-wait-times?park=${park.id}`}
            >
              {park.name}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}
