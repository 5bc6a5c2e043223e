import {
  HIGHEST_MAX_PRICE,
  type FlightAlertReceipt,
  type NewFlightAlert,
} from '@walkon/contracts/http/flights'
import { useState, type SubmitEvent } from 'react'
import type { Caller } from '../../lib/api.ts'
import { isEmail } from '../../lib/email.ts'
import { CHECK_TEXTS } from '../../lib/check-texts.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { readWholeMoney } from '../../lib/typed-money.ts'
import { ALERT_CREATED, alertProblem, MISSING_FOR_ALERT, PRICE_UNREADABLE } from './flight-words.ts'
import { setAlert } from './queries.ts'
import { isWhole, type Trip, type WholeTrip } from './trip.ts'

type AlertTicketProps = {
  trip: Trip
  /** The cheapest fare that the page shows, in cents. */
  cheapestCents: number | null
  account: { email: string; caller: Caller } | null
  /** Flights are shown: until then the page's filled button is the one of the search. */
  hasResults: boolean
}

/** The ticket's anchor on the page: on a phone it comes after the flights. */
export const PRICE_ALERTS = 'price-alerts'

/** The price that the ticket proposes, as a share of the cheapest that is shown. */
const PROPOSED_SHARE = 0.9

/** Mail when the cheapest fare of the trip above is at or below a price. */
export function AlertTicket(props: AlertTicketProps) {
  const { email, setEmail, price, setPrice, problem, isBusy, created, submit } = useAlertForm(props)
  return (
    <form id={PRICE_ALERTS} noValidate onSubmit={submit} className="ticket" aria-label="Get Price Alerts">
      <div className="ticket__part">
        <h2 className="ticket__title">Get Price Alerts</h2>
        <p className="text-14 text-ink-2">
          For the trip in the search above. We write when the cheapest fare is at or below your price.
        </p>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <TextField
          label="Max price"
          hint="US dollars, whole trip"
          inputMode="decimal"
          maxLength={12}
          value={price}
          onChange={({ target }) => setPrice(target.value)}
          onBlur={() => setPrice(String(readWholeMoney(price) ?? price))}
        />
        <FormProblem problem={problem} />
        <Button type="submit" wide quiet={!props.hasResults} busy={isBusy}>
          {isBusy ? 'Setting your alert' : 'Create alert'}
        </Button>
        {created && <Created status={created} />}
      </div>
      <div className="perf" />
      <p className="ticket__part text-14 text-ink-2">
        We check once a day, and write again if the fare falls further, or meets your price again after days
        above it. It is free.
        {props.account && <Link to="/flight-alerts">Your flight alerts</Link>}
      </p>
    </form>
  )
}

function useAlertForm({ trip, cheapestCents, account }: Omit<AlertTicketProps, 'hasResults'>) {
  const [email, setEmail] = useState(account?.email ?? '')
  const [entered, setPrice] = useState<string | null>(null)
  const [missing, setMissing] = useState<ProblemText | null>(null)
  const [created, setCreated] = useState<FlightAlertReceipt['status'] | null>(null)
  const proposed = cheapestCents === null ? '' : String(Math.floor((cheapestCents / 100) * PROPOSED_SHARE))
  const price = entered ?? proposed

  const { isBusy, problem, run } = useAction(async () => {
    if (!isWhole(trip)) return
    const receipt = await setAlert(toAlert(trip, email, price), account?.caller ?? null)
    setCreated(receipt.status)
  }, alertProblem)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setCreated(null)
    const found = findMissing(trip, email, price)
    setMissing(found)
    if (!found) run()
  }

  return { email, setEmail, price, setPrice, problem: missing ?? problem, isBusy, created, submit }
}

const toAlert = (trip: WholeTrip, email: string, price: string): NewFlightAlert => ({
  homeAirport: trip.from,
  destinationPark: trip.to,
  airport: trip.airport || null,
  email,
  maxPrice: readWholeMoney(price) ?? 0,
  departureDate: trip.depart,
  returnDate: trip.return || null,
})

function findMissing(trip: Trip, email: string, price: string): ProblemText | null {
  if (!isWhole(trip) || email.trim() === '' || price.trim() === '') return MISSING_FOR_ALERT
  const dollars = readWholeMoney(price)
  if (dollars === null || dollars < 1 || dollars > HIGHEST_MAX_PRICE) return PRICE_UNREADABLE
  return isEmail(email.trim()) ? null : CHECK_TEXTS.email
}

function Created({ status }: FlightAlertReceipt) {
  return (
    <div role="status">
      <Panel title={ALERT_CREATED.title} heading="h3">
        <p className="text-ink-2">{ALERT_CREATED.text}</p>
        {status === 'confirmation-sent' && (
          <p>
            <b>One step is left:</b> open the email we sent you and turn the alert on.
          </p>
        )}
      </Panel>
    </div>
  )
}
