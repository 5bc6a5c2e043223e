import { Shape, type ShapeName } from '../../ui/shape.tsx'
import type { Observation } from './question.ts'
import type { Spell } from './spells.ts'

/** The part of a day that lanes show, in milliseconds since the epoch. */
export type Span = { from: number; until: number }

export const SPELL_SHAPES: Record<Spell['kind'], ShapeName> = {
  sent: 'walk',
  held: 'moderate',
  failed: 'long',
  unexplained: 'long',
  uncovered: 'none',
  unwatched: 'none',
  'not-short': 'none',
}

const WIDTH = 780
const HEIGHT = 36
const INSET = 3

type LanePlotProps = { observations: Observation[]; limitMinutes: number | null; spells: Spell[]; span: Span }

/** The posted waits of a day as steps, under the limit's line, shaded while the ride was down, with a shape where one was short or its message was sent. */
export function LanePlot({ observations, limitMinutes, spells, span }: LanePlotProps) {
  const top = Math.max(limitMinutes ?? 0, ...observations.map(({ waitMinutes }) => waitMinutes ?? 0), 1)
  const x = (at: number) => Math.round(((at - span.from) / (span.until - span.from)) * WIDTH)
  const y = (wait: number) => Math.round((HEIGHT - INSET - (wait / top) * (HEIGHT - 2 * INSET)) * 10) / 10
  return (
    <span className="relative block h-9 border-l border-line" aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="block h-9 w-full">
        {downTimes(observations, span.until).map(({ from, until }) => (
          <rect key={from} x={x(from)} width={x(until) - x(from)} height={HEIGHT} className="fill-line" />
        ))}
        {limitMinutes !== null && (
          <path
            d={`M0 ${y(limitMinutes)}H${WIDTH}`}
            className="fill-none stroke-action [stroke-dasharray:4_4] [vector-effect:non-scaling-stroke]"
          />
        )}
        <path
          d={toSteps(observations, span.until, x, y)}
          className="fill-none stroke-ink [stroke-width:1.5] [vector-effect:non-scaling-stroke]"
        />
      </svg>
      {spells.map(({ from, at, kind }) => (
        <Shape
          key={from}
          name={SPELL_SHAPES[kind]}
          className="absolute! bottom-0 -ml-2 outline-2 outline-paper [--size:14px]"
          style={{ left: `${(x(Math.min(Date.parse(at), span.until)) / WIDTH) * 100}%` }}
        />
      ))}
    </span>
  )
}

/** A wait holds until the next reading; where the ride did not run the line has a gap. */
function toSteps(
  observations: Observation[],
  until: number,
  x: (at: number) => number,
  y: (wait: number) => number,
): string {
  let isDrawing = false
  return observations
    .map(({ observedAt, status, waitMinutes }, index) => {
      if (status !== 'OPERATING' || waitMinutes === null) {
        isDrawing = false
        return ''
      }
      const next = observations[index + 1]
      const begins = isDrawing ? 'V' : `M${x(Date.parse(observedAt))} `
      isDrawing = true
      return `${begins}${y(waitMinutes)}H${x(next ? Date.parse(next.observedAt) : until)}`
    })
    .join('')
}

/** The parts of a day in which the ride was down, each until it was posted as something else. */
export const downTimes = (observations: Observation[], until: number): Span[] =>
  observations.flatMap(({ observedAt, status }, index) => {
    const next = observations[index + 1]
    return status === 'DOWN'
      ? [{ from: Date.parse(observedAt), until: next ? Date.parse(next.observedAt) : until }]
      : []
  })

const HOUR_MS = 3_600_000
const MOST_LABELS = 8

/** The part of the line that half a label takes on a phone. */
const HALF_A_LABEL = 0.06

/** Hours of a span, not more than a line has room for. The label of an hour at its very end would pass it: it has none. */
export function hoursOf({ from, until: end }: Span): number[] {
  const until = end - (end - from) * HALF_A_LABEL
  const first = Math.ceil(from / HOUR_MS)
  const count = Math.max(0, Math.floor(until / HOUR_MS) - first + 1)
  const step = Math.max(1, Math.ceil(count / MOST_LABELS))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => (first + index * step) * HOUR_MS)
}
