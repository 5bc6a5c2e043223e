import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { traceIdOf } from '@walkon/messaging/cloud-event'
import { on, type Handler } from '@walkon/messaging/inbox'
import { observeLanes } from '../use-cases/lanes/observe-lanes.ts'

/** The return times of a `WaitTimeObserved`. */
export const onLanesObserved = ({ now }: { now: () => Date }): Handler =>
  on(waitTimeObserved, (events, tx) =>
    observeLanes(
      tx,
      events.map(({ data, traceparent }) => ({ poll: data, traceId: traceIdOf(traceparent) })),
      now(),
    ),
  )
