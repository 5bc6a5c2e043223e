import { DESTINATIONS } from '@walkon/contracts/http/flights'
import { usDate } from '@walkon/contracts/us-date'
import { Failure } from '../../ui/failure.tsx'
import { Link } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../lib/use-now.ts'
import { SORTS, readSort, sortFlights, type Sort } from './fare-words.ts'
import { FlightList, hasEnded } from './flight-list.tsx'
import { PRICE_ALERTS } from './alert-ticket.tsx'
import { searchProblem } from './flight-words.ts'
import { dayAfter, todayHere, toParams, type WholeTrip } from './trip.ts'
import type { AirportSearch, useFares } from './use-fares.ts'

type ResultsProps = {
  trip: WholeTrip
  fares: ReturnType<typeof useFares>
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The flights found so far, and the airports that have answered. */
export function Results({ trip, fares, sort, onSort }: ResultsProps) {
  const { byAirport, flights, isSearching, failure, retry, again } = fares
  const now = useNow()
  const ended = flights.filter((flight) => hasEnded(flight, now)).length
  if (failure) {
    const words = searchProblem(failure)
    return (
      <Failure title={words.title} onRetry={retry}>
        {words.text}
      </Failure>
    )
  }
  return (
    <section aria-labelledby="found" className="grid gap-2">
      <Count trip={trip} flights={flights.length} byAirport={byAirport} isSearching={isSearching} />
      {byAirport.length > 1 && <Progress byAirport={byAirport} />}
      {flights.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {flights.length > 1 && <SortChoice sort={sort} onSort={onSort} />}
          <a href={`#${PRICE_ALERTS}`} className="text-link lg:hidden">
            Get price alerts for this trip
          </a>
        </div>
      )}
      {byAirport.some(({ state }) => state === 'failed') && (
        <p className="flex flex-wrap items-center gap-3 text-14 text-error">
          {codesIn(byAirport, 'failed')} gave no answer.
          <button type="button" className="btn btn--quiet btn--small" onClick={retry}>
            Ask again
          </button>
        </p>
      )}
      {ended > 0 && <Ended offers={ended} of={flights.length} onSearch={again} />}
      {flights.length > 0 && <FlightList flights={sortFlights(flights, sort)} now={now} />}
      {isSearching && <Loading label="Searching flights" className="h-20! rounded-card!" />}
      {flights.length > 0 && (
        <p className="text-14 text-ink-2">
          Fares are for one traveler in economy, found by Duffel a moment ago; they may have changed since.
          Book Now opens Google Flights with this trip.
        </p>
      )}
    </section>
  )
}

const SortChoice = ({ sort, onSort }: Pick<ResultsProps, 'sort' | 'onSort'>) => (
  <label className="text-14 text-ink-2">
    Sort by{' '}
    <select
      className="min-h-11 font-bold text-ink [&>option]:bg-sheet"
      value={sort}
      onChange={({ target }) => onSort(readSort(target.value))}
    >
      {Object.entries(SORTS).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  </label>
)

type EndedProps = { offers: number; of: number; onSearch: () => void }

function Ended({ offers, of, onSearch }: EndedProps) {
  const some = offers === 1 ? 'One offer has' : `${offers} offers have`
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 text-14">
      {offers === of ? 'These offers have' : some} ended since they were found.
      <button type="button" className="btn btn--quiet btn--small" onClick={onSearch}>
        Search again
      </button>
    </p>
  )
}

type CountProps = { trip: WholeTrip; flights: number; byAirport: AirportSearch[]; isSearching: boolean }

/** Read out as it changes. None at all is an error in its looks (companion, section 4). */
function Count({ trip, flights, byAirport, isSearching }: CountProps) {
  const unresolved = codesIn(byAirport, 'unresolved')
  const home = codesIn(byAirport, 'home')
  const note =
    (home && `${home} is where you start.`) ||
    (unresolved && `Some airports could not be resolved: ${unresolved}.`)
  if (flights === 0 && !isSearching) {
    return (
      <Panel kind="error" heading="h2" title="Found 0 flights">
        {note && <p className="text-ink-2">{note}</p>}
        {byAirport.some(({ state }) => state !== 'home') && <OtherDays trip={trip} />}
      </Panel>
    )
  }
  return (
    <div aria-live="polite">
      <h2 id="found" className="text-22 leading-7">
        {isSearching ? `${flights} flights so far` : `Found ${flights} flights`}
      </h2>
      {note && <p className="text-14 text-ink-2">{note}</p>}
    </div>
  )
}

const OtherDays = ({ trip }: { trip: WholeTrip }) => (
  <>
    <p className="text-ink-2">
      No flights to {DESTINATIONS[trip.to].name} on {usDate(trip.depart)}. Try a day nearby:
    </p>
    <p className="flex flex-wrap gap-4">
      {nearbyDays(trip).map((depart) => (
        <Link
          key={depart}
          to={`/flight-deals?${toParams({ ...trip, depart, ...movedReturn(trip, depart) })}`}
        >
          {usDate(depart)}
        </Link>
      ))}
    </p>
  </>
)

const STATES: Record<AirportSearch['state'], (count: number) => string> = {
  waiting: () => 'searching',
  answered: (count) => `${count} flights`,
  home: () => 'your own',
  unresolved: () => 'unknown',
  failed: () => 'no answer',
}

function Progress({ byAirport }: { byAirport: AirportSearch[] }) {
  return (
    <ul aria-label="Airports" className="flex flex-wrap gap-x-5 gap-y-1 text-14">
      {byAirport.map(({ airport, state, count }) => (
        <li key={airport}>
          <b>{airport}</b> <span className="text-ink-2">{STATES[state](count)}</span>
        </li>
      ))}
    </ul>
  )
}

const codesIn = (byAirport: AirportSearch[], wanted: AirportSearch['state']): string =>
  byAirport
    .filter(({ state }) => state === wanted)
    .map(({ airport }) => airport)
    .join(', ')

const nearbyDays = ({ depart }: WholeTrip): string[] => {
  const today = todayHere(new Date())
  return [-2, -1, 1, 2].map((days) => dayAfter(depart, days)).filter((day) => day >= today)
}

/** A return stays after its departure. */
const movedReturn = ({ depart, return: back }: WholeTrip, to: string) =>
  back === '' ? {} : { return: dayAfter(back, (Date.parse(to) - Date.parse(depart)) / 86_400_000) }
