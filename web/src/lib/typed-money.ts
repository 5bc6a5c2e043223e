/** `1,250`, `1.250` or `1 250`: digits, or groups of three. A point before one or two digits begins the cents. */
const WHOLE = String.raw`\d+|\d{1,3}(?:[.,\s]\d{3})+`
const COUNT = new RegExp(`^(?:${WHOLE})$`)
const MONEY = new RegExp(
  String.raw`^[$€¥]?\s*(?<whole>${WHOLE})(?:[.,](?<cents>\d{1,2}))?\s*(?:[$€¥]|usd|eur|jpy|hkd|cny|dollars?|euros?|yen)?$`,
  'i',
)

const toNumber = (digits: string) => Number(digits.replaceAll(/\D/g, ''))

/** A typed price in whole units, its cents cut; null if it is no price, or below 0. */
export function readWholeMoney(typed: string): number | null {
  const { whole } = MONEY.exec(typed.trim())?.groups ?? {}
  return whole === undefined ? null : toNumber(whole)
}

/** A typed price in the smallest unit of a currency that has so many digits after its point. Null if it is no price, or below 0. */
export function readMoney(typed: string, digits: number): number | null {
  const { whole, cents = '' } = MONEY.exec(typed.trim())?.groups ?? {}
  if (whole === undefined) return null
  return toNumber(whole) * 10 ** digits + toNumber(cents.padEnd(digits, '0').slice(0, digits))
}

/** A typed count, such as that of followers; null if it is none, or below 0. */
export function readCount(typed: string): number | null {
  const entered = typed.trim()
  return COUNT.test(entered) ? toNumber(entered) : null
}
