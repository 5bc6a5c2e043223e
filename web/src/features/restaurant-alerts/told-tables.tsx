import type { ToldTable, ToldTables as Told } from '@walkon/contracts/http/restaurant-alerts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BadLink } from '../../lib/bad-link.tsx'
import { LinkProblem } from '../../lib/link-problem.tsx'
import { momentWords } from '../../lib/moment-words.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { BoardLine } from '../../ui/board-line.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Shape } from '../../ui/shape.tsx'
import { toldTablesQuery } from './queries.ts'
import { dayOf, figuresOf, STATES } from './words.ts'

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
  const lead = tables.find(({ state }) => state === 'free') ?? tables[0]
  const isFree = lead?.state === 'free'
  return (
    <section aria-labelledby="told-tables" className="grid max-w-160 content-start gap-5">
      <div aria-live="polite">
        {lead && (
          <LeadTable table={lead}>
            <div>
              <h2 id="told-tables" className="text-28 leading-8" translate="no">
                {restaurantName}
              </h2>
              <p>
                {dayOf(lead)}. Table for {partySize}, {parkName}.
              </p>
            </div>
            {bookingUrl && (
              <a
                className={`btn justify-self-start ${isFree ? '' : 'bg-transparent! text-inherit!'}`}
                href={bookingUrl}
                target="_blank"
                rel="noopener noreferrer"
              >
                {isFree ? 'Book at the park' : 'Look at the park’s own page'}
              </a>
            )}
          </LeadTable>
        )}
        <ul className="rides">
          {tables
            .filter((table) => table !== lead)
            .map((table) => (
              <li key={`${table.date} ${table.time}`}>
                <BoardLine look={STATES[table.state]} number={<Figures of={table} />} name={dayOf(table)} />
              </li>
            ))}
        </ul>
      </div>
      <p className="text-14 text-ink-2">
        We wrote on {momentWords(new Date(toldAt), timezone)}.{' '}
        {isFree
          ? 'The park’s own app and the restaurant’s desk have it too: we can’t hold tables.'
          : 'The park’s own app and the restaurant’s desk know what is free now.'}
      </p>
    </section>
  )
}

/** The table that is still free, or the first that was told, as a sign. */
function LeadTable({ table, children }: { table: ToldTable; children: ReactNode }) {
  const { band, text } = STATES[table.state]
  return (
    <div className={`plate band-${band} grid gap-4`}>
      <p className="flex items-center gap-2 font-display font-bold">
        <Shape name={band} />
        {text}
      </p>
      <p
        className="num text-[4rem] [&_small]:text-22 [&_small]:text-inherit"
        style={{ fontStretch: table.state === 'free' ? 'var(--wide)' : 'var(--tight)' }}
        translate="no"
      >
        <Figures of={table} />
      </p>
      {children}
    </div>
  )
}

function Figures({ of }: { of: ToldTable }) {
  const [figures, unit] = figuresOf(of)
  return (
    <>
      {figures}
      <small> {unit}</small>
    </>
  )
}

const ToAlerts = () => (
  <ButtonLink small to="/restaurant-alerts">
    Restaurant Alerts
  </ButtonLink>
)
