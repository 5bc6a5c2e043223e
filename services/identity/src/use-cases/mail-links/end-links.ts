import { userLinksEnded } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import type { UserRow } from '../../db/users.ts'

/** Has every service end the links of the mails that it has sent to the user so far. A later mail has a link that works. */
export async function endLinks(
  tx: Transaction,
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
  at: Date,
): Promise<void> {
  await emit(tx, userLinksEnded, [
    { data: { userId, addressHash: hashAddress(email), endedAt: at.toISOString() } },
  ])
}
