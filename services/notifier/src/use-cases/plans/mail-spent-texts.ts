import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { toSpentTextsLetter } from '../../domain/spent-texts-letter.ts'
import type { TextMonth } from '../../domain/text-month.ts'
import { toOwnLetter } from '../letters/own-letters.ts'

/** As long as a visitor may wonder why texts have stopped. */
const USEFUL_HOURS = 24

type Spent = {
  planId: string
  email: string
  /** When the alert was known to be that of this address. A change of the address, or its erasure, acts on older ones. */
  knownAt: string
}

/** Tells the owners of these plans, once a month, that their texts are used up and when they begin again. */
export async function mailSpentTexts(
  tx: Transaction,
  spent: Spent[],
  { perMonth, current, now }: { perMonth: number; current: TextMonth; now: () => Date },
): Promise<void> {
  const content = toSpentTextsLetter(current, perMonth)
  await insertDeliveries(
    tx,
    spent.map(({ planId, email, knownAt }) =>
      toOwnLetter({
        sourceId: deriveId(planId, current.month),
        email,
        knownAt,
        content,
        usefulHours: USEFUL_HOURS,
        now: now(),
      }),
    ),
  )
}
