import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import { AlertTicket } from '../features/flights/alert-ticket.tsx'
import { readSort } from '../features/flights/fare-words.ts'
import { Results } from '../features/flights/results.tsx'
import { SearchCard } from '../features/flights/search-card.tsx'
import { isWhole, readTrip, toParams, type Trip, type WholeTrip } from '../features/flights/trip.ts'
import { useFares } from '../features/flights/use-fares.ts'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageHead } from './page-head.tsx'

const LEDE = 'Search flights to the parks, name your price; we’ll watch it for you, free.'

/** Flights to the parks' airports, and alerts of their fares. The search stands in the address: it can be shared, reloaded and gone back to. */
export function FlightDealsPage() {
  return (
    <div className="page pb-24">
      <PageHead isCompact lede={LEDE} />
      <AfterHydration place={<Loading label="Loading the search" className="h-120!" />}>
        <FlightDeals />
      </AfterHydration>
    </div>
  )
}

function FlightDeals() {
  const [params, setParams] = useSearchParams()
  const searched = readTrip(params)
  return (
    // Another address is another search, also when a visitor goes back to it.
    <TripDeals
      key={toParams(searched).toString()}
      searched={searched}
      onSearch={(trip) => setParams(toParams(trip))}
    />
  )
}

type TripDealsProps = { searched: Trip; onSearch: (trip: Trip) => void }

function TripDeals({ searched, onSearch }: TripDealsProps) {
  const [trip, setTrip] = useState(searched)
  return isWhole(searched) ? (
    <Searched trip={trip} searched={searched} onChange={setTrip} onSearch={onSearch} />
  ) : (
    <Layout
      trip={trip}
      onChange={setTrip}
      onSearch={onSearch}
      isSearching={false}
      hasResults={false}
      cheapestCents={null}
    />
  )
}

type SearchedProps = {
  trip: Trip
  searched: WholeTrip
  onChange: (trip: Trip) => void
  onSearch: (trip: Trip) => void
}

function Searched({ trip, searched, onChange, onSearch }: SearchedProps) {
  const [params, setParams] = useSearchParams()
  const fares = useFares(searched)
  const inDollars = fares.flights.filter(({ currency }) => currency === 'USD')
  const isSame = toParams(trip).toString() === toParams(searched).toString()
  return (
    <Layout
      trip={trip}
      onChange={onChange}
      onSearch={(next) =>
        toParams(next).toString() === toParams(searched).toString() ? fares.retry() : onSearch(next)
      }
      isSearching={fares.isSearching}
      hasResults={fares.failure === null}
      cheapestCents={
        isSame && inDollars.length > 0 ? Math.min(...inDollars.map(({ priceCents }) => priceCents)) : null
      }
    >
      <Results
        trip={searched}
        fares={fares}
        sort={readSort(params.get('sort'))}
        onSort={(sort) =>
          setParams(
            (before) => {
              before.set('sort', sort)
              return before
            },
            { replace: true },
          )
        }
      />
    </Layout>
  )
}

type LayoutProps = Omit<SearchedProps, 'searched'> & {
  isSearching: boolean
  /** False after a failed search as well: its next try is the page's filled button. */
  hasResults: boolean
  cheapestCents: number | null
  children?: ReactNode
}

function Layout({ trip, onChange, onSearch, isSearching, hasResults, cheapestCents, children }: LayoutProps) {
  const { state, user, caller } = useAuth()
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-w-0 gap-6">
        <SearchCard
          trip={trip}
          onChange={onChange}
          onSearch={onSearch}
          isSearching={isSearching}
          hasResults={hasResults}
        />
        {children}
      </div>
      {state.status === 'loading' ? (
        <Loading label="Loading your account" className="h-90!" />
      ) : (
        <AlertTicket
          trip={trip}
          cheapestCents={cheapestCents}
          account={user && caller ? { email: user.email, caller } : null}
          hasResults={hasResults}
        />
      )}
    </div>
  )
}
