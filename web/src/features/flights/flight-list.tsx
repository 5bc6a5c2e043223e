import type { Flight, FlightLeg } from '@walkon/contracts/http/flights'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { clockWords, durationWords, laterDays, priceWords, stopWords } from './fare-words.ts'

const SHOWN_FIRST = 20

/** Flights as a departure board: who flies and when beside the price. An offer past its end keeps its row, and its price is no promise. */
export function FlightList({ flights, now }: { flights: Flight[]; now: Date }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? flights : flights.slice(0, SHOWN_FIRST)
  const cheapest = Math.min(...flights.map(({ priceCents }) => priceCents))
  return (
    <>
      <ul aria-label="Flights" className="border-b border-line">
        {shown.map((flight) => (
          <FlightRow
            key={flight.id}
            flight={flight}
            isCheapest={flight.priceCents === cheapest}
            isOver={hasEnded(flight, now)}
          />
        ))}
      </ul>
      {shown.length < flights.length && (
        <div>
          <Button quiet onClick={() => setShowsAll(true)}>
            Show all {flights.length} flights
          </Button>
        </div>
      )}
    </>
  )
}

export const hasEnded = ({ expiresAt }: Flight, now: Date): boolean => Date.parse(expiresAt) <= now.getTime()

type FlightRowProps = { flight: Flight; isCheapest: boolean; isOver: boolean }

function FlightRow({ flight, isCheapest, isOver }: FlightRowProps) {
  const { airline, airlineCode, airlineLogo, returnLeg, priceCents, currency, bookingLink } = flight
  const price = priceWords(priceCents, currency)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-t border-line py-4">
      <div className="grid min-w-0 grid-cols-[40px_minmax(0,1fr)] items-start gap-x-3">
        <AirlineSign code={airlineCode} name={airline} logo={airlineLogo} />
        <div className="min-w-0">
          <p className="font-bold">{airline}</p>
          <Leg leg={flight} />
          {returnLeg && <Leg leg={returnLeg} direction="Return" />}
        </div>
      </div>
      <div className="grid justify-items-end gap-2">
        <p
          className={`num ${isCheapest ? 'text-40' : 'text-28'} ${isOver ? 'text-ink-2' : ''}`}
          style={{ fontStretch: isCheapest ? 'var(--roomy)' : 'var(--tight)' }}
        >
          {price}
        </p>
        {isOver && <p className="text-14 text-ink-2">offer ended</p>}
        <a
          className="btn btn--quiet btn--small"
          href={bookingLink}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Book Now, ${airline} for ${price}, at Google Flights in a new tab`}
        >
          Book Now
        </a>
      </div>
    </li>
  )
}

function Leg({ leg, direction }: { leg: FlightLeg; direction?: string }) {
  const { departureTime, arrivalTime, departure, arrival, durationMinutes, stops } = leg
  const later = laterDays(leg)
  return (
    <p className="text-14">
      {direction && <span className="text-ink-2">{direction} </span>}
      <b>
        {clockWords(departureTime)} – {clockWords(arrivalTime)}
      </b>
      {later && <span className="text-ink-2"> {later}</span>}
      <span className="block text-ink-2">
        {departure} to {arrival} · {durationWords(durationMinutes)} · {stopWords(stops)}
      </span>
    </p>
  )
}

/** The airline's logo from our own site; its letters where there is none, or it does not load. */
function AirlineSign({ code, name, logo }: { code: string | null; name: string; logo: string | null }) {
  const [hasFailed, setFailed] = useState(false)
  if (logo && !hasFailed) {
    return <img src={logo} alt="" width={40} height={40} loading="lazy" onError={() => setFailed(true)} />
  }
  return (
    <span
      aria-hidden
      className="grid size-10 place-items-center rounded-field border border-line-strong text-14 font-bold"
    >
      {code ?? name.slice(0, 2).toUpperCase()}
    </span>
  )
}
