import { passRevoked } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { deletePassWindows } from '../db/readers.ts'

/** A pass that was taken back is no reader any more. */
export function forgetRevokedPass(): Handler {
  return on(passRevoked, (events, tx) =>
    deletePassWindows(
      tx,
      events.map(({ data }) => data.passId),
    ),
  )
}
