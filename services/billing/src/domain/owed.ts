/**
 * Why a payment, or a part of it, bought nothing. Its days were over, its order was paid before or erased while the page was open, or the
 * owner did not confirm it. `support`: the support desk gives it back.
 */
export const OWED_REASONS = ['days-over', 'paid-twice', 'order-erased', 'unconfirmed', 'support'] as const

/** The part of a payment that is paid back. */
export type Owed = { cents: number; reason: (typeof OWED_REASONS)[number] }

/** The share of the days that are over, rounded up to the cent: each day of an order costs the same part of the payment. */
export const toLostCents = (paidCents: number, days: { ordered: number; lost: number }): number =>
  Math.ceil((paidCents * days.lost) / days.ordered)
