import type { Transaction } from '@walkon/service/database'
import {
  listAccounts,
  listErasedUsers,
  lockAccounts,
  saveAccounts,
  takeWaitingLetters,
  type Account,
} from '../../db/accounts/accounts.ts'
import type { NewDelivery } from '../../db/deliveries/deliveries.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { queueLetters, type UserLetterDeps } from '../letters/deliver-to-users.ts'

/** Remembers the addresses of accounts, and queues the letters that waited for them. Returns the deliveries. */
export async function keepAccounts(
  tx: Transaction,
  held: Account[],
  deps: UserLetterDeps,
): Promise<NewDelivery[]> {
  await lockForInserts(tx)
  const userIds = held.map(({ userId }) => userId)
  await lockAccounts(tx, userIds)
  const gone = await listErasedUsers(tx, userIds)
  await saveAccounts(
    tx,
    held.filter(({ userId }) => !gone.has(userId)),
  )
  const letters = await takeWaitingLetters(tx, userIds)
  if (letters.length === 0) return []
  return queueLetters(tx, letters, await listAccounts(tx, userIds), deps)
}
