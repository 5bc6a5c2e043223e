import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { eraseSubscriptions as erase } from '../db/erasures.ts'

/** Erases what was still written about a subscription after its owner's account was deleted. */
export function eraseSubscriptions(): Handler {
  return on(subscriptionErased, async (events, tx) => {
    await erase(
      tx,
      events.map(({ data }) => data.subscriptionId),
    )
  })
}
