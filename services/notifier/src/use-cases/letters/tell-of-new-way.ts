import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { toNewWayLetter, type NewWay } from '../../domain/new-way-letter.ts'
import { toOwnLetter } from './own-letters.ts'

const USEFUL_HOURS = 48

/**
 * Mails the owner of an address that its alerts go to another place too. `wayHash` is the hash of that place, for which one mail is queued
 * as long as the delivery is kept.
 */
export async function tellOfNewWay(
  tx: Transaction,
  email: string,
  { wayHash, ...way }: NewWay & { wayHash: string },
  now: Date,
): Promise<void> {
  const sourceId = deriveId(hashAddress(email), `new way ${wayHash}`)
  const content = toNewWayLetter(way)
  await insertDeliveries(tx, [toOwnLetter({ sourceId, email, content, usefulHours: USEFUL_HOURS, now })])
}
