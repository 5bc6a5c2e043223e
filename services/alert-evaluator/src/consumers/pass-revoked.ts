import { passRevoked } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { revokePasses } from '../db/passes.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { erasePasses } from '../erasure.ts'
import { reschedule } from '../scheduling.ts'

/** The windows of a pass that was taken back end now; of one whose owner is erased nothing is left. */
export function takePassesBack(): Handler {
  return on(passRevoked, async (events, tx) => {
    const { erased = [], ended = [] } = Object.groupBy(events, ({ data }) =>
      data.reason === 'erased' ? 'erased' : 'ended',
    )
    const subscriptionIds = await revokePasses(
      tx,
      ended.map(({ data }) => data.passId),
    )
    await lockSubscriptions(tx, subscriptionIds)
    await reschedule(tx, subscriptionIds)
    await erasePasses(
      tx,
      erased.map(({ data }) => data.passId),
    )
  })
}
