import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { eraseSubscriptions } from '../use-cases/accounts/erase-subscriptions.ts'

/** Erases messages of alert-evaluator about a subscription that came after its owner's account was deleted. */
export const onSubscriptionErased = ({ now }: { now: () => Date }): Handler =>
  on(subscriptionErased, (events, tx) =>
    eraseSubscriptions(
      tx,
      events.map(({ data }) => data.subscriptionId),
      now(),
    ),
  )
