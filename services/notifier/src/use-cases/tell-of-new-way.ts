import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { randomUUIDv7 } from 'node:crypto'
import { insertDeliveries } from '../db/deliveries.ts'
import { toNewWayLetter, type NewWay } from '../domain/new-way-letter.ts'

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
  const addressHash = hashAddress(email)
  await insertDeliveries(tx, [
    {
      id: randomUUIDv7(),
      source: 'notification',
      sourceId: deriveId(addressHash, `new way ${wayHash}`),
      subscriptionId: null,
      email,
      channel: 'email',
      address: email,
      addressHash,
      parkId: null,
      content: toNewWayLetter(way),
      expiresAt: new Date(now.getTime() + USEFUL_HOURS * 3_600_000).toISOString(),
      observedAt: null,
      requestedAt: now.toISOString(),
      traceparent: null,
      linkHash: null,
    },
  ])
}
