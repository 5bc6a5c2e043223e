import type { PassState } from '@walkon/contracts/http/passes'

type Order = {
  status: 'awaiting-confirmation' | 'awaiting-payment' | 'fulfilled' | 'expired' | 'cancelled'
  /** A bank works on a payment of it. */
  isPaymentProcessing: boolean
}
export type Pass = { revokedAt: Date | null; windows: { startsAt: Date; endsAt: Date }[] }

/**
 * Returns the state of an order as its account reads it. An order that was given up is listed if it was paid all the same: the payment is
 * paid back.
 */
export function toPassState(order: Order, pass: Pass | null, now: Date): PassState {
  if (order.status === 'awaiting-confirmation') return 'awaiting-confirmation'
  if (!pass && order.status === 'expired') return 'returned'
  if (!pass) return order.isPaymentProcessing ? 'payment-processing' : 'awaiting-payment'
  const lastEnd = Math.max(...pass.windows.map(({ endsAt }) => endsAt.getTime()))
  if (pass.revokedAt && pass.revokedAt.getTime() < lastEnd) return 'revoked'
  if (lastEnd <= now.getTime()) return 'over'
  const isOpen = pass.windows.some(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
  return isOpen ? 'active' : 'upcoming'
}
