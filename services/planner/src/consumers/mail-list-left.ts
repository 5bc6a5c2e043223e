import { mailListLeft } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { leaveRestaurants } from '../use-cases/restaurants/end-restaurant-alerts.ts'

export const onMailListLeft = ({ now }: { now: () => Date }): Handler =>
  on(mailListLeft, (events, tx) =>
    leaveRestaurants(
      tx,
      events.map(({ data }) => data),
      now(),
    ),
  )
