import {
  HIGHEST_MAX_PRICE,
  type FlightAlertReceipt,
  type NewFlightAlert,
} from '@walkon/contracts/http/flights'
import { toAddressEntry } from '@walkon/contracts/pasted-text'
import { useState } from 'react'
import { minLength, object, overwrite, refine, string } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { isEmail } from '../../lib/email.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
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
  const { form, field, failure, isBusy, price, setPrice, created } = useAlertForm(props)
  return (
    <form {...form} id={PRICE_ALERTS} className="ticket" aria-label="Get Price Alerts">
      <div className="ticket__part">
        <h2 className="ticket__title">Get Price Alerts</h2>
        <p className="text-14 text-ink-2">
          For the trip you searched above. We’ll email you when the cheapest fare is at or below your price.
        </p>
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={props.account?.email}
        />
        <TextField
          {...field('maxPrice', {
            onChange: ({ target }) => setPrice(target.value),
            onBlur: () => setPrice(String(readWholeMoney(price) ?? price)),
          })}
          value={price}
          label="Max price"
          hint="US dollars, whole trip"
          inputMode="decimal"
          maxLength={12}
        />
        <FormProblem problem={failure} />
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

/** The search above lacks a part of the trip. */
class TripMissing extends Error {}

function useAlertForm({ trip, cheapestCents, account }: Omit<AlertTicketProps, 'hasResults'>) {
  const [entered, setPrice] = useState<string | null>(null)
  const [created, setCreated] = useState<FlightAlertReceipt['status'] | null>(null)
  const proposed = cheapestCents === null ? '' : String(Math.floor((cheapestCents / 100) * PROPOSED_SHARE))
  const entries = useEntryForm({
    schema: ALERT_FORM,
    send: async (entry) => {
      setCreated(null)
      if (!isWhole(trip)) throw new TripMissing()
      const receipt = await setAlert(toAlert(trip, entry), account?.caller ?? null)
      setCreated(receipt.status)
    },
    toText: (error) => (error instanceof TripMissing ? MISSING_FOR_ALERT : alertProblem(error)),
    entryTexts: { missing: MISSING_FOR_ALERT, price: PRICE_UNREADABLE },
  })
  return { ...entries, price: entered ?? proposed, setPrice, created }
}

const ALERT_FORM = object({
  email: string().check(
    overwrite(toAddressEntry),
    minLength(1, { error: 'missing' }),
    refine(isEmail, { error: 'email' }),
  ),
  maxPrice: string().check(refine((entered) => toMaxPrice(entered) !== null, { error: 'price' })),
})

function toMaxPrice(entered: string): number | null {
  const dollars = readWholeMoney(entered)
  return dollars !== null && dollars >= 1 && dollars <= HIGHEST_MAX_PRICE ? dollars : null
}

const toAlert = (
  trip: WholeTrip,
  { email, maxPrice }: { email: string; maxPrice: string },
): NewFlightAlert => ({
  homeAirport: trip.from,
  destinationPark: trip.to,
  airport: trip.airport || null,
  email,
  maxPrice: toMaxPrice(maxPrice) ?? 0,
  departureDate: trip.depart,
  returnDate: trip.return || null,
})

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
