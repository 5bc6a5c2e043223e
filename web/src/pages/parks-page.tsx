import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Credit } from '../features/parks/credit.tsx'
import { destinationsQuery } from '../features/parks/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { LoadProblem } from './load-problem.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageHead } from './page-head.tsx'

/** Every park we watch, popular destinations first. */
export function ParksPage() {
  useTitle('Theme Parks | Walkon')
  const query = useQuery(destinationsQuery)
  return (
    <div className="page pb-24">
      <PageHead title="Theme Parks" lede="Every park we watch. Choose one to see its board." />
      {query.isLoadingError && <LoadProblem of={query} />}
      {query.isPending && <Loading label="Loading the parks" className="h-dvh!" />}
      <ul className="grid gap-x-12 gap-y-6 pb-8 md:grid-cols-2">
        {query.data?.map(({ id, name, parks }) => (
          <li key={id} className="border-t border-line pt-4">
            <h2 className="text-22! leading-7!">{name}</h2>
            <ul>
              {parks.map((park) => (
                <li key={park.id}>
                  <Link className="inline-flex min-h-11 items-center" to={`/live-wait-times?park=${park.id}`}>
                    {park.name}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Credit />
    </div>
  )
}
