/** The cheapest fare of a trip to one airport. */
export type Price = { airport: string; cents: number; airline: string; stops: number; foundAt: Date }

/** A price older than this is not told (decisions, section 8). */
export const FRESH_MS = 10 * 60_000

/** After so many daily checks above the maximum, a price that meets it is news again. */
const CHECKS_ABOVE = 2

export type Limit = {
  /** One airport of the destination; null for all. */
  airport: string | null
  /** In whole dollars. */
  maxPrice: number
  /** The fare of the last mail; null before the first. */
  toldCents: number | null
}

/** The cheapest of the prices that an alert asks for; null if there is none. */
export const findPriceFor = ({ airport }: Pick<Limit, 'airport'>, prices: Price[]): Price | null =>
  prices
    .filter((price) => airport === null || price.airport === airport)
    .reduce<Price | null>((least, price) => (least && least.cents <= price.cents ? least : price), null)

/** True if a price is worth a mail. It is at or below the limit, and either below the last mailed price or after days above the limit. */
export const isDeal = (
  { maxPrice, toldCents }: Limit,
  { cents }: Price,
  { hasRisen }: { hasRisen: boolean },
): boolean => cents <= maxPrice * 100 && (toldCents === null || cents < toldCents || hasRisen)

/** True if the last daily prices after the mail were above the limit. Days on which no price was found say nothing. */
export function hasRisenSince(
  { airport, maxPrice }: Limit,
  toldDay: string,
  prices: { airport: string; day: string; cents: number }[],
  today: string,
): boolean {
  const least = new Map<string, number>()
  for (const price of prices) {
    const isAsked = airport === null || price.airport === airport
    if (isAsked && price.day > toldDay && price.day < today)
      least.set(price.day, Math.min(price.cents, least.get(price.day) ?? price.cents))
  }
  const newest = [...least].toSorted(([one], [other]) => (one < other ? 1 : -1)).slice(0, CHECKS_ABOVE)
  return newest.length === CHECKS_ABOVE && newest.every(([, cents]) => cents > maxPrice * 100)
}
