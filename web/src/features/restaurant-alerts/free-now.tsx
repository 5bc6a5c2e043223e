import type { WalkUpTable } from '@walkon/contracts/values'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { ageOf } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { BoardLine, type Look } from '../../ui/board-line.tsx'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { tablesQuery } from './queries.ts'
import { under } from './words.ts'

type Restaurant = { id: string; name: string }

/** Leads from a restaurant of the list to an alert for today. */
type RenderBell = (restaurant: Restaurant) => ReactNode

type FreeNowProps = {
  parkId: string
  /** The band of a wait, as the boards draw it. */
  lookOf: (waitMinutes: number) => Look
  renderBell: RenderBell
}

/** The walk-up waits of a park now, from the live feed, the shortest first. */
export function FreeNow({ parkId, lookOf, renderBell }: FreeNowProps) {
  const tables = useQuery(tablesQuery(parkId))
  const now = useNow()
  return (
    <section aria-labelledby="free-now" className="grid content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="free-now" className="text-28 leading-8">
          Walk-up waits now
        </h2>
        {tables.data?.readAt && (
          <span className="text-14 text-ink-2">read {ageOf(new Date(tables.data.readAt), now)}</span>
        )}
      </div>
      {tables.data ? (
        <Offers
          isOpen={tables.data.isOpen}
          offers={tables.data.restaurants.flatMap(toOffer).toSorted(byWait)}
          hasLists={tables.data.restaurants.some(({ hasWalkUpList }) => hasWalkUpList)}
          lookOf={lookOf}
          renderBell={renderBell}
        />
      ) : tables.isError ? (
        <LoadProblem of={tables} wordsOf={under('Error fetching restaurants')} />
      ) : (
        <Loading label="Loading the walk-up waits" className="h-48!" />
      )}
    </section>
  )
}

type Table = { partySize: number; waitMinutes: number }
/** Its table with the shortest wait comes first. */
type Offer = Restaurant & { first: Table; more: Table[] }

const hasWait = (table: WalkUpTable): table is Table => table.waitMinutes !== null

function toOffer({ id, name, tables }: Restaurant & { tables: WalkUpTable[] | null }): Offer[] {
  const [first, ...more] = (tables ?? [])
    .filter(hasWait)
    .toSorted((one, other) => one.waitMinutes - other.waitMinutes || one.partySize - other.partySize)
  return first ? [{ id, name, first, more }] : []
}

const byWait = (one: Offer, other: Offer) =>
  one.first.waitMinutes - other.first.waitMinutes || one.name.localeCompare(other.name)

/** So many that the form below them is not far on a phone. */
const SHOWN_FIRST = 4

type OffersProps = Omit<FreeNowProps, 'parkId'> & { isOpen: boolean; hasLists: boolean; offers: Offer[] }

function Offers({ isOpen, hasLists, offers, lookOf, renderBell }: OffersProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (offers.length === 0) {
    return (
      <Panel kind="open" heading="h3" title={isOpen ? 'No walk-ups right now' : 'The park is closed'}>
        <p className="text-ink-2">
          {hasLists || !isOpen
            ? 'Set an alert, and we’ll email you when a table opens.'
            : 'This park posts no walk-up waits. An alert tells you about reservations where we can see them.'}
        </p>
      </Panel>
    )
  }
  const shown = showsAll ? offers : offers.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul className="rides" aria-labelledby="free-now">
        {shown.map(({ id, name, first, more }) => (
          <li key={id}>
            <BoardLine
              look={lookOf(first.waitMinutes)}
              number={
                <>
                  {first.waitMinutes}
                  <small> min</small>
                </>
              }
              name={name}
              meta={<Tables first={first} more={more} />}
              acts={renderBell({ id, name })}
            />
          </li>
        ))}
      </ul>
      {shown.length < offers.length && (
        <Button quiet small className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {offers.length}
        </Button>
      )}
    </>
  )
}

const Tables = ({ first, more }: Pick<Offer, 'first' | 'more'>) => (
  <>
    <span>Table for {first.partySize}</span>
    {more.map(({ partySize, waitMinutes }) => (
      <span key={partySize}>
        {waitMinutes} min for {partySize}
      </span>
    ))}
  </>
)
