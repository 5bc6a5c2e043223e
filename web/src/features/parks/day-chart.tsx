import { parkDayClock } from '../../lib/park-time.ts'
import type { Present } from './age.ts'
import { longestWait, stepPath, type Steps } from './sparkline.tsx'
import { dayFrame } from './usual-day.ts'

/** A shorter day draws no line that tells something. */
const SHORTEST_MINUTES = 60

const BOX = { width: 480, height: 144, inset: 6 }

/** An hour of a usual day, and the waits between which it stayed half of the time. */
type HourBand = { minute: number; lowMinutes: number; highMinutes: number }

type DayChartProps = { today: Steps; usual: Steps; present: Present; bands?: HourBand[] }

/** The waits of today as steps over those of a usual day. The figures beside it say the same in words. */
export function DayChart({ today, usual, present: { now, timezone }, bands = [] }: DayChartProps) {
  const { from, until, minuteNow } = dayFrame(today, usual, now, timezone)
  const most = longestWait([
    ...today,
    ...usual,
    ...bands.map(({ minute, highMinutes }) => [minute, highMinutes] as Steps[number]),
  ])
  if (most === null || until - from < SHORTEST_MINUTES) {
    return (
      <p className="grid min-h-48 place-content-center text-center text-ink-2">
        {most === null ? 'No wait was posted today.' : 'The day has just begun: its chart follows.'}
      </p>
    )
  }
  const path = (steps: Steps) => stepPath([[from, null], ...steps], until, most, BOX)
  const longest = longestWait(today)
  return (
    <figure className="grid min-h-48 gap-1">
      <Keys most={most} hasUsual={usual.length > 0} hasBands={bands.length > 0} />
      <svg
        className="h-36 w-full overflow-visible border-b border-line-strong"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          longest === null ? 'No wait was posted today.' : `The longest wait of today is ${longest} min.`
        }
      >
        {bands.length > 0 && <Bands bands={bands} from={from} until={until} most={most} />}
        <path
          d={path(usual)}
          fill="none"
          className="stroke-ink-2"
          strokeWidth={1.5}
          strokeDasharray="2 4"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={path([...today, [Math.max(minuteNow, today.at(-1)?.[0] ?? 0), null]])}
          fill="none"
          className="stroke-ink"
          strokeWidth={2.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden="true" className="flex justify-between text-14 text-ink-2">
        <span>{parkDayClock(from)}</span>
        <span>{parkDayClock(Math.round((from + until) / 120) * 60)}</span>
        <span>{parkDayClock(until)}</span>
      </p>
    </figure>
  )
}

const HOUR_MINUTES = 60

type BandsProps = { bands: HourBand[]; from: number; until: number; most: number }

/** The usual spread of each hour, in the scale of the steps (`stepPath`). */
function Bands({ bands, from, until, most }: BandsProps) {
  const { width, height, inset } = BOX
  const x = (minute: number) => ((Math.min(Math.max(minute, from), until) - from) / (until - from)) * width
  const y = (wait: number) => height - inset - (wait / Math.max(1, most)) * (height - 2 * inset)
  return bands.map(({ minute, lowMinutes, highMinutes }) => (
    <rect
      key={minute}
      x={x(minute)}
      width={x(minute + HOUR_MINUTES) - x(minute)}
      y={y(highMinutes)}
      height={y(lowMinutes) - y(highMinutes)}
      className="fill-line"
    />
  ))
}

type KeysProps = { most: number; hasUsual: boolean; hasBands: boolean }

const Keys = ({ most, hasUsual, hasBands }: KeysProps) => (
  <figcaption className="flex flex-wrap justify-between gap-x-4 text-14 text-ink-2">
    <span>up to {most} min</span>
    <span className="flex gap-x-4">
      <Key dashes={false} word="today" />
      {hasUsual && <Key dashes word="usual" />}
      {hasBands && (
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className="h-3 w-5 bg-line" />
          half of the time
        </span>
      )}
    </span>
  </figcaption>
)

const Key = ({ dashes, word }: { dashes: boolean; word: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <i
      aria-hidden="true"
      className={`w-5 ${dashes ? 'border-t-2 border-dotted border-ink-2' : 'border-t-3 border-ink'}`}
    />
    {word}
  </span>
)
