/** The cheapest fare of a trip to one airport. */
export type Price = { airport: string; cents: number; airline: string; stops: number }

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

/** Whether a price is worth a mail: at or below the limit, and below what the last mail told (decisions, section 8). */
export const isDeal = ({ maxPrice, toldCents }: Limit, { cents }: Price): boolean =>
  cents <= maxPrice * 100 && (toldCents === null || cents < toldCents)
