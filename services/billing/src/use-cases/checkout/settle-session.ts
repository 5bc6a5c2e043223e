import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { SessionState, StripeClient } from '../../clients/stripe.ts'
import type { RefundRefusal } from '../../clients/stripe-refunds.ts'
import { markDue, type DueSession, type SessionTable } from '../../db/payments/due.ts'
import type { RefundCall } from '../../domain/debt.ts'
import { payBack } from '../payments/pay-back.ts'

export type SessionDeps = { db: Database; stripe: StripeClient; log: Log; now: () => Date }

/** The problem that a person must look at, and the refund that is to be made. */
export type Settled = { problem: string | null; call: RefundCall | null }
export const NOTHING_LEFT: Settled = { problem: null, call: null }

/** A product that is paid on a page of Stripe. */
export type SoldBySession = {
  table: SessionTable
  /** False: its page is ended before it can be paid. */
  isWanted: () => Promise<boolean>
  settle: (tx: Transaction, session: SessionState) => Promise<Settled>
  saveRefused: (call: RefundCall, refusal: RefundRefusal) => Promise<void>
}

/**
 * Reads a session's state from Stripe and has its product act on it, in one transaction. Debts are paid back, and the session is read
 * again. The content of webhooks is not used; they only make the session due. Throws the errors of the SDK.
 */
export async function settleSession(
  { db, stripe, log, now }: SessionDeps,
  { id, sessionId }: DueSession,
  { table, isWanted, settle, saveRefused }: SoldBySession,
): Promise<void> {
  const session = await readSession(stripe, sessionId, isWanted)
  const { problem, call } = await db.transaction((tx) => settle(tx, session))
  if (problem) log.error({ id, table, problem }, 'a payment needs a person')
  if (!call) return
  const refusal = await payBack({ stripe, log }, call)
  if (refusal) await saveRefused(call, refusal)
  await markDue(db, table, { sessionId }, now())
}

async function readSession(
  stripe: StripeClient,
  sessionId: string,
  isWanted: SoldBySession['isWanted'],
): Promise<SessionState> {
  const session = await stripe.readSession(sessionId)
  if (session.status !== 'open' || (await isWanted())) return session
  await stripe.expireSession(sessionId)
  return stripe.readSession(sessionId)
}
