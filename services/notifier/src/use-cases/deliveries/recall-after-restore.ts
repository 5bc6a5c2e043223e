import { recipientSuppressed } from '@walkon/contracts/events/notifications'
import type { AfterRestore } from '@walkon/runtime/after-restore-command'
import { doubtPending, insertRestore } from '../../db/restores/restores.ts'
import { suppressFresh } from '../suppressions/suppress-address.ts'

/**
 * People who left or could not be reached since the instant of a restore are not written to. Messages that may have gone out since are in
 * doubt, those of events that are applied again included, and the look-ups ask their providers before anything is sent.
 */
export const recallAfterRestore: AfterRestore<typeof recipientSuppressed> = {
  definitions: [recipientSuppressed],
  async recall(tx, events, restoredTo) {
    const suppressions = events.map(({ data: { channel, addressHash, reason, scope } }) => ({
      channel,
      addressHash,
      reason,
      scope,
    }))
    const { fresh } = await suppressFresh(tx, suppressions)
    await insertRestore(tx, restoredTo)
    const doubted = await doubtPending(tx, restoredTo)
    return [
      `${fresh.length} suppressions of addresses since are in force again`,
      `${doubted.length} messages that were to be sent are in doubt; so is each one that is asked for again, of the time from ten minutes before the restore until now`,
    ]
  },
}
