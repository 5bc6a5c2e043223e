import { DESTINATIONS, type FlightAlert } from '@walkon/contracts/http/flights'
import { usDate } from '@walkon/contracts/us-date'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { dollars } from '../../lib/money.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { flightProblem } from './flight-words.ts'
import { PriceChart } from './price-chart.tsx'
import { ALERTS_PATH, alertsQuery, deleteAlert } from './queries.ts'

/** The caller's flight alerts, each with the price of its days. */
export function AlertList({ caller }: { caller: Caller }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<FlightAlert | null>(null)
  return (
    <div>
      <PagedList
        query={alertsQuery(caller)}
        name="your flight alerts"
        more="older alerts"
        empty={<NoAlerts />}
        wordsOf={flightProblem}
      >
        {(alert) => <AlertRow key={alert.id} alert={alert} onDelete={() => setAsked(alert)} />}
      </PagedList>
      {asked && (
        <ConfirmDialog
          title="Delete this alert?"
          words={{ action: 'Delete alert', busy: 'Deleting', keep: 'Keep it' }}
          onConfirm={async () => {
            await deleteAlert(caller, asked.id)
            await client.invalidateQueries({ queryKey: [ALERTS_PATH] })
          }}
          onClose={() => setAsked(null)}
          wordsOf={flightProblem}
        >
          <p>
            {routeOf(asked)}, {daysOf(asked)}. We’ll stop looking, and forget its prices.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const NoAlerts = () => (
  <Panel kind="open" title="No flight alerts" heading="h2">
    <p className="text-ink-2">Search for a flight and name your price; we look at the fares every day.</p>
    <ButtonLink small to="/flight-deals">
      Find flights
    </ButtonLink>
  </Panel>
)

const STATES: Record<FlightAlert['status'], string> = {
  active: 'Active',
  waiting: 'Waits for the link in your email',
  past: 'Ended: the departure is over',
  left: 'Ended: you unsubscribed',
}

function AlertRow({ alert, onDelete }: { alert: FlightAlert; onDelete: () => void }) {
  const { maxPrice, status, toldCents, prices } = alert
  const newest = prices.at(-1)
  return (
    <li className="grid gap-3 border-t border-line py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="text-22 leading-7">{routeOf(alert)}</h2>
        <p>
          {daysOf(alert)} <span className="text-ink-2">· at or below ${maxPrice}</span>
        </p>
        <p className="text-14">
          <b>{STATES[status]}</b>
          {newest && (
            <span className="text-ink-2">
              {' '}
              · cheapest {dollars(newest.cents)} on {usDate(newest.date)}
            </span>
          )}
          {toldCents !== null && <span className="text-ink-2"> · emailed you at {dollars(toldCents)}</span>}
        </p>
        <PriceChart prices={prices} limitCents={maxPrice * 100} />
      </div>
      <div>
        <Button
          quiet
          small
          onClick={onDelete}
          aria-label={`Delete the alert ${routeOf(alert)}, ${daysOf(alert)}`}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}

const routeOf = ({ homeAirport, airport, destinationPark }: FlightAlert) =>
  `${homeAirport} to ${airport ?? DESTINATIONS[destinationPark].name}`

const daysOf = ({ departureDate, returnDate }: FlightAlert) =>
  returnDate ? `${usDate(departureDate)} to ${usDate(returnDate)}` : usDate(departureDate)
