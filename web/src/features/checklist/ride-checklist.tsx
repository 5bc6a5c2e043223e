import type { LiveRide } from '@walkon/contracts/http/parks'
import { isCountedRide } from '@walkon/contracts/rides'
import { useState, type ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { plannerProblem } from '../../lib/planner-words.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FETCH_FAILED, waitingWords } from './checklist-words.ts'
import { ChecklistRow, type ChecklistRide, type RenderRide } from './checklist-row.tsx'
import { FirstRides, ListActions } from './list-actions.tsx'
import { Progress } from './progress.tsx'
import { RideParts } from './ride-parts.tsx'
import { useChecklist } from './use-checklist.ts'

/** The shortest for this hour first, or by name. */
export type Order = 'go-now' | 'name'

type RideChecklistProps = {
  caller: Caller
  parkId: string
  timezone: string | undefined
  /** The park's board; empty until it is known. */
  board: LiveRide[]
  /** The rides of the park that are most wanted. */
  big: LiveRide[]
  order: Order
  onOrder: (order: Order) => void
  renderRide: RenderRide
  /** The day at a glance: its ticks and the waits of what is left. */
  renderDay: (done: number, open: LiveRide[]) => ReactNode
  /** The way to alerts for the rides that are left. */
  alerts: ReactNode
}

/** The rides of a park that a visitor wants to do. */
export function RideChecklist({ caller, parkId, board, order, onOrder, ...props }: RideChecklistProps) {
  const { list, answered, problem, waitingCount, change } = useChecklist(caller, parkId)
  const [isEditing, setEditing] = useState(false)
  if (!list)
    return answered.isError ? (
      <LoadProblem of={answered} title={FETCH_FAILED} wordsOf={plannerProblem} />
    ) : (
      <Loading label="Loading your checklist" className="h-80! rounded-card!" />
    )
  const live = new Map(board.map((ride) => [ride.rideId, ride]))
  const counted = list.rides.filter(isCountedRide)
  const open = counted.filter(({ completedAt }) => completedAt === null)
  const done = counted.length - open.length
  const openNow = open.flatMap(({ rideId }) => live.get(rideId) ?? [])
  const toRow = (ride: ChecklistRide) => (
    <ChecklistRow
      key={ride.rideId}
      ride={ride}
      live={live.get(ride.rideId)}
      renderRide={props.renderRide}
      timezone={props.timezone}
      isEditing={isEditing}
      onChange={change}
    />
  )
  const isEmpty = list.rides.length === 0
  return (
    <div className="grid gap-5">
      {!isEmpty && (
        <Head done={done} of={counted.length} day={props.renderDay(done, openNow)}>
          <OrderChoice order={order} onOrder={onOrder} />
        </Head>
      )}
      <p role="status" className="text-ink-2 empty:hidden">
        {waitingCount > 0 && `No connection. ${waitingWords(waitingCount)}.`}
      </p>
      <FormProblem problem={problem} />
      {isEmpty ? (
        <Panel kind="open" title="No rides on your list yet" heading="h2">
          <p className="text-ink-2">Add the rides you want to do.</p>
          <FirstRides list={list} big={props.big} onChange={change} />
        </Panel>
      ) : (
        <Columns
          rides={
            order === 'name' ? (
              <ByName rides={list.rides} toRow={toRow} />
            ) : (
              <RideParts parkId={parkId} rides={list.rides} live={live} toRow={toRow} />
            )
          }
        >
          {open.length > 0 && props.alerts}
          <ListActions list={list} isEditing={isEditing} onEdit={setEditing} onChange={change} />
        </Columns>
      )}
    </div>
  )
}

const Columns = ({ rides, children }: { rides: ReactNode; children: ReactNode }) => (
  <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_380px]">
    {rides}
    <div className="grid content-start gap-6">{children}</div>
  </div>
)

type ByNameProps = { rides: ChecklistRide[]; toRow: (ride: ChecklistRide) => ReactNode }

const ByName = ({ rides, toRow }: ByNameProps) => (
  <ul aria-label="Rides" className="rides">
    {rides.map(toRow)}
  </ul>
)

type HeadProps = { done: number; of: number; day: ReactNode; children: ReactNode }

const Head = ({ day, children, ...progress }: HeadProps) => (
  <div className="grid gap-1 border-b border-line-strong pb-3">
    <div className="flex flex-wrap items-center justify-between gap-x-6">
      {progress.of > 0 && <Progress {...progress} />}
      {children}
    </div>
    {progress.of > 0 && day}
  </div>
)

const OrderChoice = ({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) => (
  <label className="flex items-center gap-2 text-14 text-ink-2">
    Order
    <select
      className="min-h-11 font-bold text-ink [&>option]:bg-sheet"
      value={order}
      onChange={(event) => onOrder(event.target.value === 'name' ? 'name' : 'go-now')}
    >
      <option value="go-now">Go now</option>
      <option value="name">By name</option>
    </select>
  </label>
)
