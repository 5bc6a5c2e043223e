import { notificationRequested, recipientSuppressed } from '@walkon/contracts/events/notifications'
import type { EventOf } from '@walkon/contracts/event'
import type { AfterRestore } from '@walkon/runtime/after-restore-command'
import { doubtPending, insertRestore } from '../../db/restores/restores.ts'
import { suppressFresh } from '../suppressions/suppress-address.ts'

type Recalled = typeof recipientSuppressed | typeof notificationRequested

/**
 * People who left or could not be reached since the instant of a restore are not written to. Messages that may have gone out since are in
 * doubt, also those of events that are applied again. The look-ups ask their providers before anything is sent.
 */
export const recallAfterRestore: AfterRestore<Recalled> = {
  definitions: [recipientSuppressed, notificationRequested],
  async recall(tx, events, restoredTo) {
    const suppressions = events.flatMap(({ data }) => {
      if (!('addressHash' in data)) return []
      const { channel, addressHash, reason, scope } = data
      return { channel, addressHash, reason, scope }
    })
    const { fresh } = await suppressFresh(tx, suppressions)
    await insertRestore(tx, restoredTo)
    const doubted = await doubtPending(tx, restoredTo)
    return [
      `${fresh.length} suppressions of addresses since are in force again`,
      `${doubted.length} messages that were to be sent are in doubt; so is each one that is asked for again, of the time from ten minutes before the restore until now`,
      ...nameLostOrders(events, restoredTo),
    ]
  },
}

/** An order without a payment is in billing's database alone. Its link, which the letter has, opens nothing after a restore to before it. */
function nameLostOrders(events: EventOf<Recalled>[], restoredTo: Date): string[] {
  const lost = events.flatMap(({ data, occurredAt }) =>
    'notification' in data && data.notification.name === 'confirm-alerts' && occurredAt > restoredTo
      ? `letter ${data.notificationId}, asked for at ${occurredAt.toISOString()}`
      : [],
  )
  return [
    `${lost.length} orders without a payment were made since and are gone; the links of their letters open nothing`,
    ...lost,
  ]
}
