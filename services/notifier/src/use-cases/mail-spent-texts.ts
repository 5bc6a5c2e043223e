import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { randomUUIDv7 } from 'node:crypto'
import { insertDeliveries } from '../db/deliveries.ts'
import { toSpentTextsLetter } from '../domain/spent-texts-letter.ts'
import type { TextMonth } from '../domain/text-month.ts'

/** As long as a visitor may wonder why texts have stopped. */
const USEFUL_MINUTES = 24 * 60

type Spent = {
  planId: string
  email: string
  /** When the alert was known to be that of this address. A change of the address, or its erasure, acts on what is older. */
  knownAt: string
}

/** Tells the owners of these plans, once a month, that their texts are used up and when they begin again. */
export async function mailSpentTexts(
  tx: Transaction,
  spent: Spent[],
  { perMonth, current, now }: { perMonth: number; current: TextMonth; now: () => Date },
): Promise<void> {
  const expiresAt = new Date(now().getTime() + USEFUL_MINUTES * 60_000).toISOString()
  await insertDeliveries(
    tx,
    spent.map(({ planId, email, knownAt }) => ({
      id: randomUUIDv7(),
      source: 'notification',
      sourceId: deriveId(planId, current.month),
      subscriptionId: null,
      email,
      channel: 'email',
      address: email,
      addressHash: hashAddress(email),
      parkId: null,
      content: toSpentTextsLetter(current, perMonth),
      expiresAt,
      observedAt: null,
      requestedAt: knownAt,
      traceparent: null,
      linkHash: null,
    })),
  )
}
