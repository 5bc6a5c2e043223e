import type { DestinationView } from '@walkon/contracts/http/parks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Credit } from '../features/parks/credit.tsx'
import { readWanted, withWanted } from '../features/parks/board-order.ts'
import { WAITS_AND_QUEUES } from '../features/parks/live-queries.ts'
import { ParkLive } from './park-live.tsx'
import { BeforeChoice, BoardLost, ParkBoardSkeleton } from '../features/parks/park-board-states.tsx'
import { PopularParksNow } from '../features/parks/popular-parks-now.tsx'
import { homeParks } from '../lib/popular-parks.ts'
import { destinationsQuery, parkQuery } from '../features/parks/queries.ts'
import { useLiveBoard, type LiveBoard } from '../features/parks/use-live-board.ts'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { PagePark } from '../lib/page-park.tsx'
import { readParkId } from '../lib/park-address.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { useNow } from '../lib/use-now.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from './page-head.tsx'
import { RememberedPark } from './remembered-park.tsx'

/** A park and its board. The park is in the address, so that a board can be shared; the link of an alert names its ride as well. */
export function LiveWaitTimesPage() {
  const [params, setParams] = useSearchParams()
  // The link of a text has it: it opens the page on which the alert is changed.
  useAddressToken('manage')
  const list = useQuery(destinationsQuery)
  const { data: destinations, isError } = list
  const parkId = readParkId(params)
  const parks = destinations?.flatMap((destination) => destination.parks)
  const park = parks?.find(({ id }) => id === parkId)
  const now = useNow()
  // A park asked for by an address is requested at once; whether it is known shows later.
  const askedId = destinations ? park?.id : (parkId ?? undefined)
  const live = useLiveBoard(askedId, WAITS_AND_QUEUES)
  const { data: details } = useQuery({ ...parkQuery(askedId ?? 'none'), enabled: askedId !== undefined })

  /** The order stays; the search is of one park. */
  function choosePark(id: string): void {
    setParams(withWanted(new URLSearchParams({ park: id }), { ...readWanted(params), name: '' }))
  }

  return (
    <div className="page min-h-dvh pb-10 md:pb-16">
      <PageHead isCompact {...(park && { tabTitle: `Live Wait Times: ${park.name}` })}>
        <div className="flex min-w-0 items-center justify-between gap-2">
          {(destinations || !isError) && (
            <PagePark destinations={destinations} parkId={park?.id} onChoose={choosePark} />
          )}
          {park && <RefreshButton live={live} />}
        </div>
      </PageHead>
      <div className="grid gap-4 md:gap-6">
        {isError && !destinations ? (
          <BoardLost live={toConnection(list)} />
        ) : park ? (
          <ParkLive key={park.id} park={park} live={live} details={details} now={now} />
        ) : parkId && !destinations ? (
          <ParkBoardSkeleton />
        ) : (
          <NoParkYet destinations={destinations} isUnknown={params.has('park')}>
            {parks && !params.has('park') && <RememberedPark parks={parks} />}
          </NoParkYet>
        )}
        <CreditBelow />
      </div>
    </div>
  )
}

/** On a phone its sign alone: the board streams by itself. */
const RefreshButton = ({ live }: { live: LiveBoard }) => (
  <Button
    quiet
    className="max-md:min-h-11! max-md:w-11 max-md:px-0!"
    busy={live.isRefreshing}
    onClick={live.refresh}
  >
    <Icon name="refresh" size={20} />
    <span className="max-md:sr-only">Refresh</span>
  </Button>
)

type NoParkYetProps = {
  destinations?: DestinationView[] | undefined
  /** The address names a park that the list does not have. */
  isUnknown?: boolean
}

function PopularParks({ destinations = [], isUnknown = false }: NoParkYetProps) {
  return (
    <BeforeChoice isUnknown={isUnknown}>
      <PopularParksNow parks={homeParks(destinations).popular} />
    </BeforeChoice>
  )
}

/** The build knows no address: its HTML has the place of a board too, and `public/theme.js` says which one is seen. */
function NoParkYet({ children, ...props }: NoParkYetProps & { children: ReactNode }) {
  const beforeHydration = (
    <>
      <div className="in-data-park:hidden">
        <PopularParks />
      </div>
      <div className="hidden in-data-park:block">
        <ParkBoardSkeleton />
      </div>
    </>
  )
  return (
    <AfterHydration place={beforeHydration}>
      <PopularParks {...props} />
      {children}
    </AfterHydration>
  )
}

/** A park in the address is known after hydration: its board takes this place. */
const CreditBelow = () => (
  <AfterHydration place={null}>
    <Credit />
  </AfterHydration>
)

/** Maps a failed request to the state of the connection. */
function toConnection({ isFetching, refetch }: { isFetching: boolean; refetch: () => Promise<unknown> }) {
  return {
    connection: navigator.onLine ? ('away' as const) : ('offline' as const),
    refresh: () => void refetch(),
    isRefreshing: isFetching,
  }
}
