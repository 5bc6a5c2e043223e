import type { Discount } from '@walkon/contracts/http/billing'

/** The price of an order, in integer cents. The total is always calculated here and never taken from a request. */
export type Price = { dayPriceCents: number; discountCents: number; totalCents: number }

/** Settings: the list price of a day, in integer cents. */
export type DayPrices = { SMS_DAY_CENTS: number; EMAIL_DAY_CENTS: number }

export const dayPriceOf = (
  { SMS_DAY_CENTS, EMAIL_DAY_CENTS }: DayPrices,
  channel: 'email' | 'sms',
): number => (channel === 'sms' ? SMS_DAY_CENTS : EMAIL_DAY_CENTS)

/** The least that Stripe charges in US dollars. */
export const MIN_CHARGE_CENTS = 50

/**
 * A percentage is rounded up to the cent. A rest that Stripe would not charge is not asked for: the order is free.
 */
export function toPrice({
  days,
  dayPriceCents,
  discount,
}: {
  days: number
  dayPriceCents: number
  discount: Discount | null
}): Price {
  const listCents = days * dayPriceCents
  const restCents = listCents - toDiscountCents(discount, { listCents, dayPriceCents })
  const totalCents = discount !== null && restCents < MIN_CHARGE_CENTS ? 0 : restCents
  return { dayPriceCents, discountCents: listCents - totalCents, totalCents }
}

function toDiscountCents(
  discount: Discount | null,
  { listCents, dayPriceCents }: { listCents: number; dayPriceCents: number },
): number {
  switch (discount?.kind) {
    case undefined:
      return 0
    case 'all-days':
      return listCents
    case 'one-day':
      return dayPriceCents
    case 'percentage':
      return Math.ceil((listCents * discount.percent) / 100)
    default:
      return discount satisfies never
  }
}

/** True if it makes every order free, on any days. */
export const isFullDiscount = (discount: Discount): boolean =>
  discount.kind === 'all-days' || (discount.kind === 'percentage' && discount.percent === 100)

/** Writes cents as letters do. */
export const toDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
