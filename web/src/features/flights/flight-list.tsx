import type { Flight, FlightLeg } from '@walkon/contracts/http/flights'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'
import { clockWords, durationWords, laterDays, priceWords, roundPrice, stopWords } from './fare-words.ts'

/** So many that the price alert below them is not far on a phone. */
const SHOWN_FIRST = 8

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

/** A fare is a row of the board: its price, its times, and the way to book. */
function FlightRow({ flight, isCheapest, isOver }: FlightRowProps) {
  const { airline, airlineCode, airlineLogo, returnLeg, priceCents, currency, bookingLink } = flight
  return (
    <li className="grid min-h-20 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-3 md:grid-cols-[104px_minmax(0,1fr)_auto]">
      <div className="max-md:col-start-2 max-md:justify-self-end">
        <p
          className={`num text-28 ${isOver ? 'text-ink-2' : ''}`}
          style={{ fontStretch: isCheapest ? 'var(--wide)' : 'var(--tight)' }}
        >
          {roundPrice(priceCents, currency)}
        </p>
        {isOver && <p className="text-14 text-ink-2">offer ended</p>}
      </div>
      <div className="min-w-0 max-md:col-start-1 max-md:row-span-2 max-md:row-start-1">
        <Leg leg={flight} />
        {returnLeg && <Leg leg={returnLeg} direction="Return" />}
        <p className="flex items-center gap-2 text-14 text-ink-2">
          <AirlineSign code={airlineCode} name={airline} logo={airlineLogo} />
          {airline}
        </p>
      </div>
      <a
        className="btn btn--quiet btn--small max-md:col-start-2"
        href={bookingLink}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Book Now, ${airline} for ${priceWords(priceCents, currency)}, at Google Flights in a new tab`}
      >
        Book Now
      </a>
    </li>
  )
}

const STOP_SHAPES = ['walk', 'moderate'] as const

function Leg({ leg, direction }: { leg: FlightLeg; direction?: string }) {
  const { departureTime, arrivalTime, departure, arrival, durationMinutes, stops } = leg
  const later = laterDays(leg)
  return (
    <div className="pb-1 text-14">
      <p>
        {direction && <span className="text-ink-2">{direction} </span>}
        <b className="text-16">
          {clockWords(departureTime)} – {clockWords(arrivalTime)}
        </b>
        {later && <span className="text-ink-2"> {later}</span>}
      </p>
      <p className="text-ink-2">
        <Shape name={STOP_SHAPES[stops] ?? 'long'} className="mr-1.5 [--size:10px]" />
        {stopWords(stops)} · {durationWords(durationMinutes)} · {departure} to {arrival}
      </p>
    </div>
  )
}

/** The airline's logo from our own site; its letters where there is none, or it does not load. */
function AirlineSign({ code, name, logo }: { code: string | null; name: string; logo: string | null }) {
  const [hasFailed, setFailed] = useState(false)
  if (logo && !hasFailed) {
    return <img src={logo} alt="" width={24} height={24} loading="lazy" onError={() => setFailed(true)} />
  }
  return (
    <span
      aria-hidden
      className="grid h-6 min-w-6 place-items-center rounded-field px-0.5 border border-line-strong text-14 font-bold"
    >
      {code ?? name.slice(0, 2).toUpperCase()}
    </span>
  )
}
