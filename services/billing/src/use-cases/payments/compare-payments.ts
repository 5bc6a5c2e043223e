import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { StripePayments } from '../../clients/stripe-payments.ts'
import {
  deleteMatched,
  insertUnmatched,
  listUnrecorded,
  saveCompared,
  takeComparison,
} from '../../db/payments/unmatched-payments.ts'
import { SESSION_MS } from '../../domain/session-life.ts'
import { markPaymentDue } from './mark-payment-due.ts'

export type CompareDeps = { db: Database; payments: StripePayments; log: Log; now: () => Date }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const COMPARE_EVERY_MS = 5 * MINUTE_MS
/** A page that was opened so long before the last comparison can have been paid after it. Twice the life of a page. */
const OVERLAP_MS = 2 * SESSION_MS
/** How far the first comparison looks back. */
const FIRST_MS = DAY_MS
const SETTLED_KEPT_MS = 30 * DAY_MS

/**
 * Compares Stripe's payments with billing's records, once in five minutes in one replica. Each missing payment is read from Stripe at once;
 * one that names no row of ours needs a person. Throws the errors of the SDK: the next comparison then begins where this one did.
 */
export async function comparePayments({ db, payments, log, now }: CompareDeps): Promise<void> {
  const startedAt = now()
  const comparedAt = await takeComparison(db, { now: startedAt, everyMs: COMPARE_EVERY_MS })
  if (comparedAt === undefined) return
  const sinceMs = comparedAt ? comparedAt.getTime() - OVERLAP_MS : startedAt.getTime() - FIRST_MS
  for await (const paid of payments.listPaidSince(new Date(sinceMs))) {
    const missing = await listUnrecorded(db, paid)
    if (missing.length === 0) continue
    const found = await db.transaction(async (tx) => {
      for (const { sessionId } of missing) await markPaymentDue(tx, { sessionId }, now())
      return insertUnmatched(tx, missing, startedAt)
    })
    for (const sessionId of found) log.warn({ sessionId }, 'Stripe has a payment that billing has not')
  }
  await deleteMatched(db, new Date(startedAt.getTime() - SETTLED_KEPT_MS))
  await saveCompared(db, startedAt)
}
