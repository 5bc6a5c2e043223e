import type { LanePark } from '@walkon/contracts/http/lightning-lane'
import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { PagePark } from '../../lib/page-park.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Bookings } from './bookings.tsx'
import { DayTicket } from './day-ticket.tsx'
import { FirstSteps } from './first-steps.tsx'
import { FitPlate } from './fit-plate.tsx'
import { offeringsProblem } from './lane-words.ts'
import { connectionQuery, parksQuery, preferencesQuery } from './queries.ts'
import { ReturnTimes } from './return-times.tsx'
import { useDays } from './use-days.ts'
import { useOfferings } from './use-offerings.ts'
import { WishList } from './wish-list.tsx'

type LightningLaneProps = {
  caller: Caller
  /** The park that the page is about; null where none is known yet. */
  parkId: string | null
  onPark: (parkId: string) => void
}

/** The steps before the first day, then the dashboard (companion, section 2), about one park at a time. */
export function LightningLane({ caller, parkId, onPark }: LightningLaneProps) {
  const parks = useQuery(parksQuery(caller))
  const connection = useQuery(connectionQuery(caller))
  const { days, subscription } = useDays(caller)
  if (parks.isPending || connection.isPending || subscription.isPending || days.isPending)
    return <Loading label="Checking your connection and subscription" className="h-200!" />
  if (!parks.data)
    return (
      <div className="grid gap-5">
        <LoadProblem of={parks} wordsOf={offeringsProblem} />
        <DayTicket caller={caller} park={null} parks={[]} />
      </div>
    )
  const park = parkOf(parks.data, parkId)
  if (!park) return <Panel kind="open" title="No park is listed yet" heading="h2" />
  // A day that is to come opens the dashboard too: its preferences are set before the visit. A list that failed to load hides no day that
  // runs.
  const lacksDay = subscription.data?.subscribed === false && days.data?.days.length === 0
  const isBefore = connection.data?.isConnected === false || lacksDay
  return (
    <div className="grid gap-5">
      <PagePark destinations={byDestination(parks.data)} parkId={park.id} onChoose={onPark} />
      {isBefore ? (
        <FirstSteps caller={caller} park={park} />
      ) : (
        <Dashboard key={park.id} caller={caller} park={park} parks={parks.data} />
      )}
    </div>
  )
}

/** Without a park of the list, the first that publishes return times. */
const parkOf = (parks: LanePark[], parkId: string | null): LanePark | undefined =>
  parks.find(({ id }) => id === parkId) ?? parks.find(({ hasReturnTimes }) => hasReturnTimes) ?? parks[0]

const byDestination = (parks: LanePark[]) =>
  [...Map.groupBy(parks, ({ destinationName }) => destinationName)].map(([name, own]) => ({
    name,
    parks: own,
  }))

type DashboardProps = { caller: Caller; park: LanePark; parks: LanePark[] }

function Dashboard({ caller, park, parks }: DashboardProps) {
  const query = useQuery(preferencesQuery(caller))
  const preferences = query.data?.preferences ?? []
  const offerings = useOfferings(caller, park, preferences)
  const offered = offerings.data ?? []
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_404px]">
      <div className="grid gap-6">
        <FitPlate parks={parks} preferences={preferences} offerings={offered} />
        <ReturnTimes caller={caller} park={park} of={offerings} preferences={preferences} />
      </div>
      <div className="grid gap-10">
        {query.isError && !query.data ? (
          <LoadProblem of={query} wordsOf={offeringsProblem} />
        ) : query.isPending ? (
          <Loading label="Loading your list" className="h-40!" />
        ) : (
          <WishList caller={caller} parks={parks} preferences={preferences} offerings={offered} />
        )}
        <DayTicket caller={caller} park={park} parks={parks} />
        <Bookings caller={caller} parks={parks} />
      </div>
    </div>
  )
}
