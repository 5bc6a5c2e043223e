import type { Transaction } from '@walkon/service/database'
import { hashAddress } from '@walkon/service/address-hash'
import { deriveId } from '@walkon/service/derived-id'
import { listAccounts } from '../../db/accounts/accounts.ts'
import { insertDeliveries, type NewDelivery } from '../../db/deliveries/deliveries.ts'
import { lockForErasure } from '../../db/accounts/erasures.ts'
import { findCoveringPlan } from '../../db/plans/plans.ts'
import { toFarewellLetter } from '../../domain/farewell-letter.ts'
import { toOwnLetter } from './own-letters.ts'

/** A farewell that Postmark could not take within this time is dropped, and the address is forgotten without it. */
const USEFUL_HOURS = 48

/** The farewells to these accounts, read before they are erased. An account that is erased already has none. */
export async function writeFarewells(
  tx: Transaction,
  userIds: string[],
  { isFree, now }: { isFree: boolean; now: Date },
): Promise<NewDelivery[]> {
  await lockForErasure(tx)
  const farewells: NewDelivery[] = []
  for (const { userId, email } of await listAccounts(tx, userIds)) {
    const hadPlan = (await findCoveringPlan(tx, hashAddress(email))) !== null
    farewells.push(
      toOwnLetter({
        source: 'farewell',
        sourceId: deriveId(userId, 'farewell'),
        email,
        content: toFarewellLetter({ hadPlan, isFree }),
        usefulHours: USEFUL_HOURS,
        now,
      }),
    )
  }
  return farewells
}

/** After the erasure, which would take them too. Each row is deleted when its mail has ended (`settle-deliveries.ts`). */
export const mailFarewells = (tx: Transaction, farewells: NewDelivery[]): Promise<void> =>
  insertDeliveries(tx, farewells)
