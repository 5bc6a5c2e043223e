import type { EventOf } from '@walkon/contracts/event'
import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { traceIdOf } from '@walkon/messaging/cloud-event'
import { on, type Handler } from '@walkon/messaging/inbox'
import { observeWalkUps, type WalkUpPoll } from '../use-cases/restaurants/observe-walk-ups.ts'

/** The walk-up tables of a `WaitTimeObserved`. `limitMinutes` is the longest wait that is told. */
export const onWalkUpTablesObserved = ({ limitMinutes }: { limitMinutes: number }): Handler =>
  on(waitTimeObserved, (events, tx) => observeWalkUps(tx, events.map(toPoll), limitMinutes))

const toPoll = ({
  data: { parkId, observedAt, parkOpen, trusted, tables = [], shutRestaurantIds = [] },
  traceparent,
}: EventOf<typeof waitTimeObserved>): WalkUpPoll => ({
  parkId,
  observedAt: new Date(observedAt),
  parkOpen,
  trusted,
  shutRestaurantIds,
  restaurants: tables,
  traceId: traceIdOf(traceparent),
})
