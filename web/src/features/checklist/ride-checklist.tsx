import type { Checklist } from '@walkon/contracts/http/checklist'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { isCountedRide } from '@walkon/contracts/rides'
import type { ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { plannerProblem } from '../../lib/planner-words.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { FETCH_FAILED, waitingWords } from './checklist-words.ts'
import { ChecklistRow } from './checklist-row.tsx'
import { goNowFirst } from './go-now.ts'
import { ListActions, type Order } from './list-actions.tsx'
import { Progress } from './progress.tsx'
import { useChecklist, type ChecklistAct } from './use-checklist.ts'

type RideChecklistProps = {
  caller: Caller
  parkId: string
  timezone: string | undefined
  /** The park's board; empty until it is known. */
  board: LiveRide[]
  order: Order
  onOrder: (order: Order) => void
  /** The wait and status of a ride, as the board draws them. */
  renderNow: (ride: LiveRide | undefined) => ReactNode
}

/** The rides of a park that a visitor wants to do. */
export function RideChecklist({ caller, parkId, order, onOrder, ...of }: RideChecklistProps) {
  const { list, answered, problem, waitingCount, change } = useChecklist(caller, parkId)
  if (!list)
    return answered.isError ? (
      <LoadProblem of={answered} title={FETCH_FAILED} wordsOf={plannerProblem} />
    ) : (
      <Loading label="Loading your checklist" className="h-80! rounded-card!" />
    )
  const counted = list.rides.filter(isCountedRide)
  const done = counted.filter(({ completedAt }) => completedAt !== null).length
  return (
    <div className="grid gap-6">
      <Progress done={done} of={counted.length} />
      <p role="status" className="min-h-6 text-ink-2">
        {waitingCount > 0 && `No connection. ${waitingWords(waitingCount)}.`}
      </p>
      <FormProblem problem={problem} />
      <ListActions list={list} order={order} onOrder={onOrder} onChange={change} />
      {list.rides.length === 0 ? (
        <Panel kind="open" title="No rides on your list yet" heading="h2">
          <p className="text-ink-2">Add the rides that you want to do, one by one or all at once.</p>
        </Panel>
      ) : (
        <Rides list={list} order={order} onChange={change} {...of} />
      )}
    </div>
  )
}

type RidesProps = Pick<RideChecklistProps, 'board' | 'order' | 'timezone' | 'renderNow'> & {
  list: Checklist
  onChange: (act: ChecklistAct) => void
}

function Rides({ list, board, order, timezone, renderNow, onChange }: RidesProps) {
  const live = new Map(board.map((ride) => [ride.rideId, ride]))
  const toRow = (ride: Checklist['rides'][number]) => {
    const now = live.get(ride.rideId)
    return (
      <ChecklistRow
        key={ride.rideId}
        ride={ride}
        live={now}
        now={renderNow(now)}
        timezone={timezone}
        saysWhy={order === 'go-now'}
        onChange={onChange}
      />
    )
  }
  if (order === 'name') return <ul aria-label="Rides">{list.rides.map(toRow)}</ul>

  const [open, done] = [
    list.rides.filter(({ completedAt }) => completedAt === null),
    list.rides.filter(({ completedAt }) => completedAt !== null),
  ]
  return (
    <div className="grid gap-8">
      <section aria-labelledby="go-now">
        <h2 id="go-now" className="pb-2">
          Go now
        </h2>
        {open.length === 0 ? (
          <p className="text-ink-2">You have done every ride on your list.</p>
        ) : (
          <ul>{goNowFirst(open, live).map(toRow)}</ul>
        )}
      </section>
      {done.length > 0 && (
        <section aria-labelledby="done">
          <h2 id="done" className="pb-2">
            Done, {done.filter(isCountedRide).length} of {list.rides.filter(isCountedRide).length}
          </h2>
          <ul>{done.map(toRow)}</ul>
        </section>
      )}
    </div>
  )
}
