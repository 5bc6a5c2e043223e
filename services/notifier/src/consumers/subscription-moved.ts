import { subscriptionMoved } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { moveSubscription } from '../use-cases/accounts/move-messages.ts'

/** Moves messages of alert-evaluator that still named the old address of the subscription's owner. */
export const onSubscriptionMoved = (): Handler =>
  on(subscriptionMoved, async (events, tx) => {
    for (const { data } of events) await moveSubscription(tx, data)
  })
