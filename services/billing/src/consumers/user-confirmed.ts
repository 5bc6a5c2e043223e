import { userConfirmed } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { hashAddress } from '@walkon/service/address-hash'
import { saveConfirmed } from '../db/confirmations.ts'

/** Whoever confirmed an account has shown that the address is theirs: free alerts for it need no link of their own. */
export const trustConfirmedUsers = on(userConfirmed, async (events, tx) => {
  for (const { data } of events) {
    await saveConfirmed(tx, hashAddress(data.email), new Date(data.confirmedAt))
  }
})
