import { subscriptionMoved } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { moveSubscription } from '../use-cases/move-messages.ts'

/** What alert-evaluator still said of a subscription under the old address of its owner's account. */
export const onSubscriptionMoved = (): Handler =>
  on(subscriptionMoved, async (events, tx) => {
    for (const { data } of events) await moveSubscription(tx, data)
  })
