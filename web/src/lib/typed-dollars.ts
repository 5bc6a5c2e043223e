/** `$1,250.40`, `1.250,40` or `312,4`: groups of three digits, then one or two digits of cents. */
const DOLLARS = /^\$?\s*(\d+|\d{1,3}(?:[.,\s]\d{3})+)(?:[.,]\d{1,2})?\s*(?:\$|usd|dollars?)?$/i

/** A typed price in whole dollars, its cents cut; null if it is no price, or below 0. */
export function readDollars(typed: string): number | null {
  const [, whole] = DOLLARS.exec(typed.trim()) ?? []
  return whole === undefined ? null : Number(whole.replaceAll(/\D/g, ''))
}
