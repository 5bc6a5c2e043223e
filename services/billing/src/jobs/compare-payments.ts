import type { Job } from '@walkon/service/jobs'
import { comparePayments, type CompareDeps } from '../use-cases/payments/compare-payments.ts'

/** A look at whether a comparison is due is one statement. */
const INTERVAL_MS = 30_000

/** Finds payments that Stripe has and billing has not, as when no webhook comes. */
export const createComparePayments = (deps: CompareDeps): Job => ({
  name: 'compare-payments',
  intervalMs: INTERVAL_MS,
  run: () => comparePayments(deps),
})
