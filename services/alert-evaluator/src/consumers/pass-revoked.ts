import { passRevoked } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { revokePasses } from '../db/passes.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { reschedule } from '../scheduling.ts'

/** The windows of a pass that was taken back end now. */
export function endRevokedPasses(): Handler {
  return on(passRevoked, async (events, tx) => {
    const subscriptionIds = await revokePasses(
      tx,
      events.map(({ data }) => data.passId),
    )
    await lockSubscriptions(tx, subscriptionIds)
    await reschedule(tx, subscriptionIds)
  })
}
