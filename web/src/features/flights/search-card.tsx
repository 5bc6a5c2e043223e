import {
  airportsOf,
  DESTINATION_PARKS,
  DESTINATIONS,
  MAX_FLIGHT_DAYS_AHEAD,
} from '@walkon/contracts/http/flights'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { enum as oneOf, minLength, object, refine, string } from 'zod/mini'
import { DateField } from '../../lib/date-field.tsx'
import { useEntryForm, type EntryField } from '../../lib/entry-form.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { MISSING } from './flight-words.ts'
import { airportsQuery } from './queries.ts'
import { todayHere, toCode, type Trip } from './trip.ts'

type SearchCardProps = {
  trip: Trip
  onChange: (trip: Trip) => void
  onSearch: (trip: Trip) => void
  isSearching: boolean
  /** Flights are shown: the page's filled button is the one of its alert. */
  hasResults: boolean
}

/** The search: from where, to which park, and when. */
export function SearchCard({ trip, onChange, onSearch, isSearching, hasResults }: SearchCardProps) {
  const set = (change: Partial<Trip>) => onChange({ ...trip, ...change })
  const { form, entry, problem } = useSearchForm(trip, onSearch)
  return (
    <form {...form} aria-label="Search flights" className="grid gap-4">
      <div className="grid grid-cols-[96px_minmax(0,1fr)] items-end gap-x-3 gap-y-3 lg:grid-cols-[96px_minmax(0,1.4fr)_minmax(0,1fr)]">
        <HomeField code={trip.from} entry={entry} onChange={(from) => set({ from })} />
        <SelectField
          {...entry('to', {
            onChange: ({ target }) => {
              const to = DESTINATION_PARKS.find((park) => park === target.value) ?? ''
              set({ to, airport: '' })
            },
          })}
          label="Destination park"
          value={trip.to}
        >
          <option value="">Select a destination</option>
          {DESTINATION_PARKS.map((park) => (
            <option key={park} value={park}>
              {DESTINATIONS[park].name}
            </option>
          ))}
        </SelectField>
        <AirportField trip={trip} onChange={(airport) => set({ airport })} />
        <div className="col-span-full grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
          <DateFields trip={trip} entry={entry} onChange={set} />
          <Button type="submit" quiet={hasResults} busy={isSearching}>
            {isSearching ? 'Searching flights' : 'Search flights'}
          </Button>
        </div>
      </div>
      <FormProblem problem={problem} />
    </form>
  )
}

const SEARCH = object({
  from: string().check(minLength(3, { error: 'missing' })),
  to: oneOf(['', ...DESTINATION_PARKS]).check(refine((to) => to !== '', { error: 'missing' })),
  airport: string(),
  depart: string().check(minLength(1, { error: 'missing' })),
  return: string(),
})

/** One problem speaks for every field that is missing: its words name none. */
function useSearchForm(trip: Trip, onSearch: (trip: Trip) => void) {
  const { form, field } = useEntryForm({
    schema: SEARCH,
    values: trip,
    send: async (whole) => onSearch(whole),
    entryTexts: { missing: MISSING },
  })
  const entry: Entry = (...args) => {
    const { problem: _, ...input } = field(...args)
    return input
  }
  const problem = field('from').problem ?? field('to').problem ?? field('depart').problem ?? null
  return { form, entry, problem }
}

type Field = EntryField<Trip>
type Entry = (...args: Parameters<Field>) => Omit<ReturnType<Field>, 'problem'>

/** Neither before today, and the return not before the departure. */
function DateFields({
  trip,
  entry,
  onChange,
}: {
  trip: Trip
  entry: Entry
  onChange: (change: Partial<Trip>) => void
}) {
  const today = todayHere(useNow())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 min-[360px]:grid-cols-[repeat(2,minmax(0,1fr))]">
      <DateField
        {...entry('depart')}
        label="Departure"
        today={today}
        daysAhead={MAX_FLIGHT_DAYS_AHEAD}
        date={trip.depart}
        onChange={(depart) =>
          onChange({ depart, return: trip.return !== '' && trip.return < depart ? '' : trip.return })
        }
      />
      <DateField
        label="Return"
        today={today}
        first={trip.depart > today ? trip.depart : today}
        daysAhead={MAX_FLIGHT_DAYS_AHEAD}
        isOptional
        date={trip.return}
        onChange={(back) => onChange({ return: back })}
      />
    </div>
  )
}

/** Three letters; the browser's own list suggests airports by code or city. */
function HomeField({
  code,
  entry,
  onChange,
}: {
  code: string
  entry: Entry
  onChange: (code: string) => void
}) {
  const listId = useId()
  const { data: airports = [] } = useQuery(airportsQuery(code))
  return (
    <div>
      <TextField
        {...entry('from', { onChange: ({ target }) => onChange(toCode(target.value)) })}
        label="Home airport"
        placeholder="BOS"
        list={listId}
        value={code}
        maxLength={3}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <datalist id={listId}>
        {airports.map((airport) => (
          <option key={airport.code} value={airport.code} label={`${airport.city}, ${airport.name}`} />
        ))}
      </datalist>
    </div>
  )
}

function AirportField({ trip, onChange }: { trip: Trip; onChange: (airport: string) => void }) {
  const airports = trip.to === '' ? [] : airportsOf(trip.to)
  if (airports.length < 2) return null
  return (
    <div className="col-span-full flex items-end gap-2 lg:col-auto">
      <div className="min-w-0 flex-1">
        <SelectField label="Airport" value={trip.airport} onChange={({ target }) => onChange(target.value)}>
          <option value="">All airports</option>
          {airports.map((airport) => (
            <option key={airport} value={airport}>
              {airport}
            </option>
          ))}
        </SelectField>
      </div>
      {trip.airport !== '' && (
        <Button quiet onClick={() => onChange('')} aria-label="Clear the airport">
          Clear
        </Button>
      )}
    </div>
  )
}
