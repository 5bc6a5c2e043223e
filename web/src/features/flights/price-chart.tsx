import type { FlightAlert } from '@walkon/contracts/http/flights'
import { dollars } from '../../lib/money.ts'

const WIDTH = 240
const HEIGHT = 56
const INSET = 4
/** Fewer days make no line that tells something. */
const FEWEST_DAYS = 2

type PriceChartProps = { prices: FlightAlert['prices']; limitCents: number }

/** The cheapest fare of each day as steps, with the visitor's limit as a dashed line. */
export function PriceChart({ prices, limitCents }: PriceChartProps) {
  const [first, last] = [prices[0], prices.at(-1)]
  if (!first || !last || prices.length < FEWEST_DAYS) return null
  const cents = prices.map((price) => price.cents)
  const [least, most] = [Math.min(...cents), Math.max(...cents)]
  const [bottom, top] = [Math.min(least, limitCents), Math.max(most, limitCents)]
  const y = (value: number) =>
    HEIGHT - INSET - ((value - bottom) / Math.max(1, top - bottom)) * (HEIGHT - 2 * INSET)
  const from = Date.parse(first.date)
  const span = Math.max(1, Date.parse(last.date) - from)
  const x = (date: string) => ((Date.parse(date) - from) / span) * WIDTH
  const path = prices
    .map(({ date, cents: value }, index) =>
      index === 0 ? `M0 ${y(value).toFixed(1)}` : `H${x(date).toFixed(1)}V${y(value).toFixed(1)}`,
    )
    .join('')
  const label = `Cheapest fare of ${prices.length} days: from ${dollars(least)} to ${dollars(most)}, ${dollars(last.cents)} last. Your price is ${dollars(limitCents)}.`
  return (
    <svg
      className="mt-3 mb-4 h-14 w-full max-w-60 overflow-visible"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path
        d={`M0 ${y(limitCents).toFixed(1)}H${WIDTH}`}
        className="stroke-line-strong"
        strokeDasharray="4 4"
      />
      <path d={path} fill="none" className="stroke-ink" strokeWidth={2} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
