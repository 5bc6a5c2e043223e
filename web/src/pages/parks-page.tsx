import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Credit } from '../features/parks/credit.tsx'
import { destinationsQuery } from '../features/parks/queries.ts'
import { problemText } from '../lib/problem-texts.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'

/** Every park we watch, popular destinations first. */
export function ParksPage() {
  useTitle('Theme Parks | Walkon')
  const { data: destinations, isError, error, isFetching, refetch } = useQuery(destinationsQuery)
  return (
    <div className="page pb-24">
      <PageHead title="Theme Parks" lede="Every park we watch. Choose one to see its board." />
      {isError && !destinations && (
        <Panel kind="error" title={problemText(error).title} heading="h2">
          <p className="text-ink-2">{problemText(error).text}</p>
          <Button small busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Panel>
      )}
      {!destinations && !isError && (
        <div role="status" aria-label="Loading the parks" className="skeleton h-60!" />
      )}
      <ul className="grid gap-x-12 gap-y-6 pb-8 md:grid-cols-2">
        {destinations?.map(({ id, name, parks }) => (
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
