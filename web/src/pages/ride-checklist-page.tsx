import { useQuery } from '@tanstack/react-query'
import type { LiveRide, ParkView } from '@walkon/contracts/http/parks'
import { useSearchParams } from 'react-router-dom'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import type { ChecklistRide } from '../features/checklist/checklist-row.tsx'
import { FETCH_FAILED } from '../features/checklist/checklist-words.ts'
import { RideChecklist, type Order } from '../features/checklist/ride-checklist.tsx'
import { Credit } from '../features/parks/credit.tsx'
import { openedAt } from '../features/parks/opening.ts'
import { ParkString } from '../features/parks/park-glance.tsx'
import { PopularParksNow } from '../features/parks/popular-parks-now.tsx'
import { destinationsQuery, parkQuery } from '../features/parks/queries.ts'
import { RideRow } from '../features/parks/ride-row.tsx'
import { stateWords } from '../features/parks/state-words.ts'
import { useLiveBoard } from '../features/parks/use-live-board.ts'
import { bigRidesOf } from '../features/subscriptions/big-rides.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { PagePark } from '../lib/page-park.tsx'
import { readParkId } from '../lib/park-address.ts'
import { homeParks } from '../lib/popular-parks.ts'
import { useNow } from '../lib/use-now.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FormIcon } from '../ui/form-icon.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loading } from '../ui/loading.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'
import { useParkOfPage } from './use-park-of-page.ts'

/** The rides of a park, ticked off by a signed-in visitor. Park and order are in the address. */
export const RideChecklistPage = () => (
  <div className="page min-h-dvh pb-24">
    <PageHead isCompact />
    <RequireSignIn>{(_user, caller) => <Checklists key={caller.key} caller={caller} />}</RequireSignIn>
  </div>
)

function Checklists({ caller }: { caller: Caller }) {
  const [params, setParams] = useSearchParams()
  const destinations = useQuery(destinationsQuery)
  const parkId = useParkOfPage(caller, readParkId(params))
  const order: Order = params.get('order') === 'name' ? 'name' : 'go-now'

  if (destinations.isError) return <LoadProblem of={destinations} title={FETCH_FAILED} />
  if (!destinations.data || parkId === undefined)
    return <Loading label="Loading your checklist" className="h-80! rounded-card!" />
  const park = destinations.data.flatMap(({ parks }) => parks).find(({ id }) => id === parkId)
  return (
    <div className="grid gap-4">
      <PagePark
        destinations={destinations.data}
        parkId={park?.id}
        onChoose={(id) => setParams(toParams(id, order))}
      />
      {park ? (
        <ParkChecklist
          key={park.id}
          caller={caller}
          park={park}
          order={order}
          onOrder={(chosen) => setParams(toParams(park.id, chosen), { replace: true })}
        />
      ) : (
        <Panel kind="open" title="Tick off every ride you want to do" heading="h2">
          <p className="text-ink-2">Pick a park to see its rides and waits.</p>
          <PopularParksNow page="/ride-checklist" parks={homeParks(destinations.data).popular} />
        </Panel>
      )}
      <Credit />
    </div>
  )
}

const toParams = (park: string, order: Order) => ({ park, ...(order === 'name' && { order }) })

type ParkChecklistProps = {
  caller: Caller
  park: { id: string; name: string; timezone: string }
  order: Order
  onOrder: (order: Order) => void
}

function ParkChecklist({ caller, park, order, onOrder }: ParkChecklistProps) {
  const now = useNow()
  const { board } = useLiveBoard(park.id)
  const { data: details } = useQuery(parkQuery(park.id))
  const live = new Map(board?.rides.map((ride) => [ride.rideId, ride]))
  const present = { now, timezone: park.timezone, opensAt: openedAt(details) }
  return (
    <RideChecklist
      caller={caller}
      parkId={park.id}
      timezone={park.timezone}
      board={board?.rides ?? []}
      big={bigRidesOf(board?.rides ?? [], (rideId) => live.get(rideId)?.popularity ?? -1)}
      order={order}
      onOrder={onOrder}
      renderRide={(ride, { meta, acts }) => (
        <RideRow
          ride={live.get(ride.rideId) ?? withoutReading(ride)}
          present={present}
          meta={
            <span className="ride__meta">
              {meta ?? stateWords(live.get(ride.rideId) ?? withoutReading(ride), present)}
            </span>
          }
          acts={acts}
        />
      )}
      renderDay={(done, open) => <DayString done={done} open={open} />}
      alerts={<AlertsLink park={park} details={details} />}
    />
  )
}

const withoutReading = ({ rideId, name }: ChecklistRide): LiveRide => ({
  rideId,
  name,
  status: 'OPERATING',
  waitMinutes: null,
  changedAt: null,
  previousWaitMinutes: null,
  usualMinutes: null,
  today: [],
  popularity: 0,
})

/** A tick for each ride that is done, and then the waits of the others, shortest first. */
const DayString = ({ done, open }: { done: number; open: LiveRide[] }) => (
  <span className="flex flex-wrap items-center gap-1.5" aria-hidden="true">
    {Array.from({ length: done }, (_, index) => (
      <FormIcon key={index} name="check" size={20} />
    ))}
    {/* A string has no width of its own. */}
    <span className="grow basis-32">
      <ParkString rides={open} />
    </span>
  </span>
)

const AlertsLink = ({ park, details }: { park: { id: string }; details: ParkView | undefined }) =>
  details?.mayAlert !== false && (
    <div className="grid justify-items-start gap-3">
      <h2 className="text-22 leading-7">We’ll watch them for you</h2>
      <p className="text-ink-2">We tell you the minute a ride you choose gets short.</p>
      <ButtonLink to={`/get-alerts?park=${park.id}`}>
        <Icon name="bell" size={20} />
        Get alerts
      </ButtonLink>
    </div>
  )
