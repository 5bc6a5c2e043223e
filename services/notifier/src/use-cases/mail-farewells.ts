import type { Transaction } from '@walkon/service/database'
import { hashAddress } from '@walkon/service/address-hash'
import { deriveId } from '@walkon/service/derived-id'
import { randomUUIDv7 } from 'node:crypto'
import { listAccounts } from '../db/accounts.ts'
import { insertDeliveries, type NewDelivery } from '../db/deliveries.ts'
import { lockForErasure } from '../db/erasures.ts'
import { findCoveringPlan } from '../db/plans.ts'
import { toFarewellLetter } from '../domain/farewell-letter.ts'

/** A farewell that Postmark could not take within this time is dropped, and the address is forgotten without it. */
const USEFUL_HOURS = 48

/** The farewells to these accounts, read before they are erased. An account that is erased already has none. */
export async function writeFarewells(tx: Transaction, userIds: string[], now: Date): Promise<NewDelivery[]> {
  await lockForErasure(tx)
  const farewells: NewDelivery[] = []
  for (const { userId, email } of await listAccounts(tx, userIds)) {
    const addressHash = hashAddress(email)
    const hadPlan = (await findCoveringPlan(tx, addressHash)) !== null
    farewells.push({
      id: randomUUIDv7(),
      source: 'farewell',
      sourceId: deriveId(userId, 'farewell'),
      subscriptionId: null,
      email,
      channel: 'email',
      address: email,
      addressHash,
      parkId: null,
      content: toFarewellLetter({ hadPlan }),
      expiresAt: new Date(now.getTime() + USEFUL_HOURS * 3_600_000).toISOString(),
      observedAt: null,
      requestedAt: now.toISOString(),
      traceparent: null,
      linkHash: null,
    })
  }
  return farewells
}

/** After the erasure, which would take them too. Each row is deleted when its mail has ended (`settle-deliveries.ts`). */
export const mailFarewells = (tx: Transaction, farewells: NewDelivery[]): Promise<void> =>
  insertDeliveries(tx, farewells)
