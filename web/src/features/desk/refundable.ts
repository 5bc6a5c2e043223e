import { dollars } from '../../lib/money.ts'
import { isMissing, NOT_KNOWN } from './not-known.ts'
import type { Visitor } from './visitor.ts'

type Payments = Pick<Visitor, 'payments' | 'dayCents' | 'missing'>

/** Says how much of the payments can be refunded, how much of that by the member who reads, and where the rest is. Pure. */
export function refundWords({ payments, dayCents, missing }: Payments): string {
  if (isMissing({ missing }, 'billing')) return `Payments are ${NOT_KNOWN}.`
  const paid = payments.filter(({ status }) => status === 'paid')
  if (paid.length === 0) return 'No payment to refund.'
  const may = sum(paid.map(({ leftCents }) => leftCents))
  const own = Math.min(sum(paid.map(({ memberCents }) => memberCents)), dayCents ?? may)
  const back = sum(paid.map(({ owedCents, refundedCents }) => Math.max(owedCents ?? 0, refundedCents)))
  const disputed = sum(paid.map((payment) => (payment.disputed ? payment.amountCents : 0)))
  const rest = [
    back > 0 && `${dollars(back)} went or goes back`,
    disputed > 0 && `${dollars(disputed)} is disputed`,
  ].filter((part) => part !== false)
  const total = dollars(sum(paid.map(({ amountCents }) => amountCents)))
  const left = may > 0 ? `${dollars(may)} of ${total} can be refunded` : `None of ${total} can be refunded`
  return [`${[left, ...rest].join(', ')}.`, ...limitWords(may, own)].join(' ')
}

function limitWords(mayCents: number, ownCents: number): string[] {
  if (ownCents >= mayCents) return []
  return [
    ownCents > 0
      ? `Your limit: ${dollars(ownCents)}. An admin refunds more.`
      : 'You are at your limit: an admin refunds it.',
  ]
}

const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)
