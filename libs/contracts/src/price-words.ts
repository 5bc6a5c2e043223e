/** "$15", "€12.50", "¥1,500": an amount in the smallest unit of its currency, with a fraction only where there is one. */
export const priceWords = ({ amount, currency }: { amount: number; currency: string }): string =>
  formatOf(currency).format(amount / 10 ** digitsOf(currency))

/** The digits of a currency's fraction: two of a dollar, none of a yen. */
export const digitsOf = (currency: string): number =>
  formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

const formatOf = (currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
