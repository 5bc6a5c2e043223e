import { numberConfirmationsChanged } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { listConfirmedNumbers, lockNumbers } from '../../db/texts/confirmed-numbers.ts'

/**
 * Publishes whose alerts these numbers get now, in the transaction that may have changed it. The last thing that a transaction
 * does with the numbers, because it holds their locks until it ends.
 */
export async function publishNumbers(tx: Transaction, numberHashes: string[]): Promise<void> {
  const changed = [...new Set(numberHashes)]
  if (changed.length === 0) return
  await lockNumbers(tx, changed)
  const numbers = await listConfirmedNumbers(tx, changed)
  await emit(
    tx,
    numberConfirmationsChanged,
    numbers.map((data) => ({ data })),
  )
}
