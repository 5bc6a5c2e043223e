import type { LiveRide } from '@walkon/contracts/http/parks'
import { parkDayClock } from '../../lib/park-time.ts'
import type { Present } from './age.ts'
import { longestWait, stepPath, type Steps } from './sparkline.tsx'
import { dayFrame } from './usual-day.ts'

/** A shorter day draws no line that tells something. */
const SHORTEST_MINUTES = 60

const BOX = { width: 480, height: 144, inset: 6 }

type DayChartProps = { ride: LiveRide; usual: Steps; present: Present }

/** The waits of today as steps over those of a usual day. The figures beside it say the same in words. */
export function DayChart({ ride, usual, present: { now, timezone } }: DayChartProps) {
  const { from, until, minuteNow } = dayFrame(ride.today, usual, now, timezone)
  const most = longestWait([...ride.today, ...usual])
  if (most === null || until - from < SHORTEST_MINUTES) {
    return (
      <p className="grid min-h-48 place-content-center text-center text-ink-2">
        {most === null ? 'No wait was posted today.' : 'The day has just begun: its chart follows.'}
      </p>
    )
  }
  const path = (steps: Steps) => stepPath([[from, null], ...steps], until, most, BOX)
  const longest = longestWait(ride.today)
  return (
    <figure className="grid min-h-48 gap-1">
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-14 text-ink-2">
        <span>up to {most} min</span>
        <span className="flex gap-x-4">
          <Key dashes={false} word="today" />
          {usual.length > 0 && <Key dashes word="usual" />}
        </span>
      </figcaption>
      <svg
        className="h-36 w-full overflow-visible border-b border-line-strong"
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          longest === null ? 'No wait was posted today.' : `The longest wait of today is ${longest} min.`
        }
      >
        <path
          d={path(usual)}
          fill="none"
          className="stroke-ink-2"
          strokeWidth={1.5}
          strokeDasharray="2 4"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={path([...ride.today, [Math.max(minuteNow, ride.today.at(-1)?.[0] ?? 0), null]])}
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

const Key = ({ dashes, word }: { dashes: boolean; word: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <i
      aria-hidden="true"
      className={`w-5 ${dashes ? 'border-t-2 border-dotted border-ink-2' : 'border-t-3 border-ink'}`}
    />
    {word}
  </span>
)
