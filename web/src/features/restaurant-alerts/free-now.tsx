import type { WalkUpTable } from '@walkon/contracts/values'
import { useQuery } from '@tanstack/react-query'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { tablesQuery } from './queries.ts'
import { under } from './words.ts'

/** The walk-up tables of a park that are offered now, from the live feed. */
export function FreeNow({ parkId }: { parkId: string }) {
  const tables = useQuery(tablesQuery(parkId))
  return (
    <section aria-labelledby="free-now" className="grid min-h-60 content-start gap-4">
      <h2 id="free-now">Walk-up tables now</h2>
      {tables.data ? (
        <Offers
          isOpen={tables.data.isOpen}
          restaurants={tables.data.restaurants.flatMap(({ id, name, tables: offered }) =>
            offered ? [{ id, name, tables: offered.filter(hasWait) }] : [],
          )}
          hasLists={tables.data.restaurants.some(({ hasWalkUpList }) => hasWalkUpList)}
        />
      ) : tables.isError ? (
        <LoadProblem of={tables} wordsOf={under('Error fetching restaurants')} />
      ) : (
        <Loading label="Loading the walk-up tables" className="h-48!" />
      )}
    </section>
  )
}

type Offered = { partySize: number; waitMinutes: number }
type OffersProps = {
  isOpen: boolean
  hasLists: boolean
  restaurants: { id: string; name: string; tables: Offered[] }[]
}

const hasWait = (table: WalkUpTable): table is Offered => table.waitMinutes !== null

function Offers({ isOpen, hasLists, restaurants }: OffersProps) {
  const offering = restaurants.filter(({ tables }) => tables.length > 0)
  if (offering.length === 0) {
    return (
      <Panel kind="open" heading="h3" title={isOpen ? 'No walk-up table right now' : 'The park is closed'}>
        <p className="text-ink-2">
          {hasLists || !isOpen
            ? 'Set an alert, and we write when one comes free.'
            : 'This park publishes no walk-up tables. An alert tells of reservations, where they can be seen.'}
        </p>
      </Panel>
    )
  }
  return (
    <ul className="grid">
      {offering.map(({ id, name, tables }) => (
        <li key={id} className="grid gap-1 border-t border-line py-4">
          <h3 className="text-18">{name}</h3>
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {tables.map(({ partySize, waitMinutes }) => (
              <li key={partySize} className="whitespace-nowrap">
                Table for {partySize}, <b>{waitMinutes} min</b>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
