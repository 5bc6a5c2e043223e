import { mailListLeft } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { leaveFlights } from '../use-cases/leave-flights.ts'

export const onMailListLeft = ({ now }: { now: () => Date }): Handler =>
  on(mailListLeft, (events, tx) =>
    leaveFlights(
      tx,
      events.map(({ data }) => data),
      now(),
    ),
  )
