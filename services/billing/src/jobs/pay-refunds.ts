import { createProviderCalls, type ProviderCallsOptions } from '@walkon/runtime/provider-calls'
import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { StripeRefunds } from '../clients/stripe-refunds.ts'
import type { Settings } from '../config.ts'
import {
  leaseQueued,
  leaseUnknown,
  markLapsed,
  REFUNDS_CHANNEL,
  type RefundCall,
  type UnknownRefund,
} from '../db/refund-calls.ts'
import {
  findRefund,
  payRefund,
  recordRefundAnswers,
  recordRefundLookUps,
  type RefundAnswer,
} from '../use-cases/pay-refunds.ts'

type Calls = ProviderCallsOptions<RefundCall, RefundCall, RefundAnswer, UnknownRefund>

export type RefundOptions = {
  db: Database
  stripe: StripeRefunds
  settings: Pick<
    Settings,
    'STRIPE_TIMEOUT_SECONDS' | 'REFUND_LEASE_SECONDS' | 'REFUND_LOOKUP_WAIT_SECONDS' | 'REFUND_RETRY_SECONDS'
  >
  log: Log
  now: () => Date
}

const CONCURRENCY = 4

/** A refund is a look at its payment and a call, and the SDK may make each twice. */
export const toCallSeconds = (stripeTimeoutSeconds: number): number => 4 * stripeTimeoutSeconds

/** Pays the guarantees that were decided so, and looks up refunds in doubt. */
export function createPayRefunds({ db, stripe, settings, log, now }: RefundOptions) {
  const lookupSeconds = settings.REFUND_LOOKUP_WAIT_SECONDS
  return createProviderCalls<RefundCall, RefundCall, RefundAnswer, UnknownRefund>({
    name: 'refunds',
    table: refundsOf(db, now),
    provider: {
      callsPerRequest: 1,
      write: async (call) => call,
      send: (calls) => Promise.all(calls.map((call) => payRefund(stripe, call))),
      callsPerLookUp: 1,
      find: (calls) => Promise.all(calls.map((call) => findRefund(stripe, call))),
    },
    log,
    wakeOn: REFUNDS_CHANNEL,
    concurrency: CONCURRENCY,
    timeoutSeconds: toCallSeconds(settings.STRIPE_TIMEOUT_SECONDS),
    leaseSeconds: settings.REFUND_LEASE_SECONDS,
    // Stripe's list of refunds names no later ones of other payments, so only the longest wait proves that a refund was not made.
    waits: {
      retrySeconds: settings.REFUND_RETRY_SECONDS,
      absentSeconds: lookupSeconds / 8,
      lookupSeconds,
    },
  })
}

/** The refunds as a table of calls. */
export const refundsOf = (db: Database, now: () => Date): Calls['table'] => ({
  async leaseQueued(lease) {
    const leased = await leaseQueued(db, lease)
    return { leased, hasMore: leased.length === lease.limit }
  },
  recordAnswers: (owner, answered) => recordRefundAnswers(db, owner, answered, now()),
  markLapsed: (askSeconds) => markLapsed(db, askSeconds),
  leaseUnknown: (lease) => leaseUnknown(db, lease),
  recordLookUps: (owner, lookUps) => recordRefundLookUps(db, owner, lookUps, now()),
})
