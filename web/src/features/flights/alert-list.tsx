import { DESTINATIONS, type FlightAlert } from '@walkon/contracts/http/flights'
import { usDate } from '@walkon/contracts/us-date'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { dollars } from '../../lib/money.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { BoardLine, type Look } from '../../ui/board-line.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
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

const LOOKS: Record<FlightAlert['status'], Look> = {
  active: { band: 'short', word: 'Active', room: 2 },
  waiting: { band: 'none', word: 'Waiting', room: 2 },
  past: { band: 'none', word: 'Ended', room: 2 },
  left: { band: 'none', word: 'Ended', room: 2 },
}

/** Why no mail comes of an alert that is not active. */
const REASONS: Partial<Record<FlightAlert['status'], string>> = {
  waiting: 'open the link in your email',
  past: 'the departure is over',
  left: 'you unsubscribed',
}

function AlertRow({ alert, onDelete }: { alert: FlightAlert; onDelete: () => void }) {
  const { maxPrice, status, toldCents, prices } = alert
  const newest = prices.at(-1)
  return (
    <li className="rides">
      <BoardLine
        look={LOOKS[status]}
        number={
          <>
            ${maxPrice}
            <small className="block"> or less</small>
          </>
        }
        name={routeOf(alert)}
        meta={
          <>
            <span>{daysOf(alert)}</span>
            {REASONS[status] && <span>{REASONS[status]}</span>}
            {newest && (
              <span>
                cheapest {dollars(newest.cents)} on {usDate(newest.date)}
              </span>
            )}
            {toldCents !== null && <span>emailed you at {dollars(toldCents)}</span>}
          </>
        }
        acts={
          <button
            type="button"
            className="icon-btn"
            title="Delete"
            aria-label={`Delete the alert ${routeOf(alert)}, ${daysOf(alert)}`}
            onClick={onDelete}
          >
            <Icon name="close" size={20} />
          </button>
        }
      />
      <PriceChart prices={prices} limitCents={maxPrice * 100} />
    </li>
  )
}

const routeOf = ({ homeAirport, airport, destinationPark }: FlightAlert) =>
  `${homeAirport} to ${airport ?? DESTINATIONS[destinationPark].name}`

const daysOf = ({ departureDate, returnDate }: FlightAlert) =>
  returnDate ? `${usDate(departureDate)} to ${usDate(returnDate)}` : usDate(departureDate)
