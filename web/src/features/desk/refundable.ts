import { dollars } from '../../lib/money.ts'
import type { Desk, Visitor } from './visitor.ts'

type Payment = Visitor['payments'][number]

/** The cents that the desk may pay back, by billing's rule: none of a payment that is disputed, or of which something is owed or was paid back by the desk. */
export const refundableCents = ({ status, amountCents, refundedCents, disputed, owedCents }: Payment) =>
  status === 'paid' && !disputed && owedCents === null ? Math.max(0, amountCents - refundedCents) : 0

/** Says how much the desk may refund, and where the rest is. Pure. `missing` did not answer. */
export function refundWords({ payments }: Pick<Visitor, 'payments'>, missing: Desk[]): string {
  if (missing.includes('billing')) return 'Payments are not known now.'
  const paid = payments.filter(({ status }) => status === 'paid')
  if (paid.length === 0) return 'No payment to refund.'
  const may = sum(paid.map(refundableCents))
  const back = sum(paid.map(({ owedCents, refundedCents }) => Math.max(owedCents ?? 0, refundedCents)))
  const disputed = sum(paid.map((payment) => (payment.disputed ? payment.amountCents : 0)))
  const rest = [
    back > 0 && `${dollars(back)} went or goes back`,
    disputed > 0 && `${dollars(disputed)} is disputed`,
  ].filter((part) => part !== false)
  const total = dollars(sum(paid.map(({ amountCents }) => amountCents)))
  const left = may > 0 ? `${dollars(may)} of ${total} can be refunded` : `None of ${total} can be refunded`
  return `${[left, ...rest].join(', ')}.`
}

const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)
