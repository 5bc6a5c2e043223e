import type { ToldTables as Told } from '@walkon/contracts/http/restaurant-alerts'
import { useQuery } from '@tanstack/react-query'
import { BadLink } from '../../lib/bad-link.tsx'
import { LinkProblem } from '../../lib/link-problem.tsx'
import { momentWords } from '../../lib/moment-words.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { toldTablesQuery } from './queries.ts'
import { STATES, tableWords } from './words.ts'

/** The tables of a mail: if they are still free, and where the park books them. */
export function ToldTables({ token }: { token: string }) {
  const told = useQuery(toldTablesQuery(token))
  if (told.data) return <Tables told={told.data} />
  if (told.isPending) return <Loading label="Loading the table" className="h-60!" />
  return (
    <LinkProblem of={told} wordsOf={plannerProblem}>
      <ToAlerts />
    </LinkProblem>
  )
}

export const IncompleteTableLink = () => (
  <BadLink text="Please open the link in the email we sent you.">
    <ToAlerts />
  </BadLink>
)

function Tables({ told }: { told: Told }) {
  const { restaurantName, parkName, partySize, timezone, toldAt, tables, bookingUrl } = told
  const isFree = tables.some(({ state }) => state === 'free')
  return (
    <section aria-labelledby="told-tables" className="grid max-w-160 content-start gap-5">
      <div className="grid gap-1">
        <h2 id="told-tables">{restaurantName}</h2>
        <p className="text-ink-2">
          {parkName}, table for {partySize}. We wrote on {momentWords(new Date(toldAt), timezone)}.
        </p>
      </div>
      <ul className="grid" aria-live="polite">
        {tables.map((table) => (
          <li
            key={`${table.date} ${table.time}`}
            className="flex flex-wrap justify-between gap-x-5 gap-y-1 border-t border-line py-4"
          >
            <span className={table.state === 'free' ? '' : 'text-ink-2'}>{tableWords(table)}</span>
            <b>{STATES[table.state]}</b>
          </li>
        ))}
      </ul>
      {bookingUrl && (
        <a
          className={`btn justify-self-start ${isFree ? '' : 'btn--quiet'}`}
          href={bookingUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          {isFree ? 'Book at the park' : 'Look at the park’s own page'}
        </a>
      )}
      <p className="text-14 text-ink-2">
        {isFree
          ? 'The park’s own app and the restaurant’s desk have it too: we can’t hold tables.'
          : 'The park’s own app and the restaurant’s desk know what is free now.'}
      </p>
    </section>
  )
}

const ToAlerts = () => (
  <ButtonLink small to="/restaurant-alerts">
    Restaurant Alerts
  </ButtonLink>
)
