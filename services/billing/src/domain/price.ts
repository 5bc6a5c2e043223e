/** What an order costs, in integer cents. The total is always calculated here and never taken from a request. */
export type Price = { dayPriceCents: number; discountCents: number; totalCents: number }

/** A valid promo code makes every day of the order free. */
export function toPrice({
  days,
  dayPriceCents,
  isFree,
}: {
  days: number
  dayPriceCents: number
  isFree: boolean
}): Price {
  const listCents = days * dayPriceCents
  const discountCents = isFree ? listCents : 0
  return { dayPriceCents, discountCents, totalCents: listCents - discountCents }
}

/** As letters write it. */
export const toDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
