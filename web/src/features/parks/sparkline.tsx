import { usualWords } from '@walkon/contracts/drop-below-usual'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { parkDayClock } from '../../lib/park-time.ts'
import { wasWords } from './age.ts'
import { usualSteps, type UsualHours } from './usual-steps.ts'

export type Steps = LiveRide['today']

type Box = { width: number; height: number; inset: number }

/**
 * The posted waits of today as steps. A wait holds until the next one is posted, the last one until now; a gap in the
 * readings is a gap in the line.
 */
export function stepPath(today: Steps, until: number, top: number, { width, height, inset }: Box): string {
  const from = today[0]?.[0] ?? 0
  const span = Math.max(1, until - from)
  const x = (minute: number) => round(((minute - from) / span) * width)
  const y = (wait: number) => round(height - inset - (wait / Math.max(1, top)) * (height - 2 * inset))
  let path = ''
  let isDrawing = false
  today.forEach(([minute, wait], index) => {
    if (wait === null) {
      isDrawing = false
      return
    }
    const end = today[index + 1]?.[0] ?? until
    path += `${isDrawing ? 'V' : `M${x(minute)} `}${y(wait)}H${x(Math.max(minute, end))}`
    isDrawing = true
  })
  return path
}

/** The longest wait of the day, or null if none was posted. */
export function longestWait(today: Steps): number | null {
  const waits = today.flatMap(([, wait]) => (wait === null ? [] : [wait]))
  return waits.length > 0 ? Math.max(...waits) : null
}

/** The steps that are long enough to be seen in a small chart, and the newest. */
export function longSteps(today: Steps, until: number, shortestMinutes: number): Steps {
  return today.filter(
    ([minute], index) =>
      index === today.length - 1 || (today[index + 1]?.[0] ?? until) - minute >= shortestMinutes,
  )
}

/** A sixtieth of a day of twenty hours is one pixel of the small chart. */
const SMALL_SHORTEST_MINUTES = 25

const SMALL: Box = { width: 60, height: 24, inset: 2 }

/** Fewer steps make no line that tells something. */
const FEWEST_STEPS = 2

const hasChart = ({ today }: LiveRide) => today.filter(([, wait]) => wait !== null).length >= FEWEST_STEPS

/** Its place stays free until there is something to draw, so that a name does not wrap anew. */
export function Sparkline({ ride, minuteNow }: { ride: LiveRide; minuteNow: number }) {
  const longest = longestWait(ride.today)
  if (longest === null || !hasChart(ride)) return <span className="spark" />
  const now = ride.today.at(-1)?.[1] ?? null
  const until = Math.max(minuteNow, ride.today.at(-1)?.[0] ?? 0)
  const y =
    now === null
      ? 0
      : SMALL.height - SMALL.inset - (now / Math.max(1, longest)) * (SMALL.height - 2 * SMALL.inset)
  return (
    <svg className="spark" viewBox="0 0 60 24" role="img" aria-label={`Most today: ${longest} min`}>
      <path d={stepPath(longSteps(ride.today, until, SMALL_SHORTEST_MINUTES), until, longest, SMALL)} />
      {now !== null && <circle cx={SMALL.width} cy={round(y)} r="3" />}
    </svg>
  )
}

const LARGE: Box = { width: 240, height: 56, inset: 4 }

/** A wait of a few minutes is a spike in a chart of a day, and reads as noise. */
const LARGE_SHORTEST_MINUTES = 10

type LeadChartProps = { ride: LiveRide; now: Date; minuteNow: number; usualDay: UsualHours | undefined }

/** The day of the leading ride, wide, over the usual waits of its hours. In words while there is too little to draw. */
export function LeadChart({ ride, now, minuteNow, usualDay = [] }: LeadChartProps) {
  const longest = longestWait(ride.today)
  const first = ride.today[0]
  const until = Math.max(minuteNow, ride.today.at(-1)?.[0] ?? 0)
  if (longest === null || !first || !hasChart(ride)) return <ChartWords ride={ride} now={now} />
  const usual = usualSteps(usualDay, first[0], until)
  const top = Math.max(longest, longestWait(usual) ?? 0)
  const label = `Today: ${longest} min at most, ${ride.waitMinutes} min now.${ride.usualMinutes === null ? '' : ` Usually ${usualWords(ride.usualMinutes)} at this hour.`}`
  return (
    <div className="lead__day">
      <svg
        className="lead__spark"
        viewBox="0 0 240 56"
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path className="usual" d={stepPath(usual, until, top, LARGE)} />
        <path d={stepPath(longSteps(ride.today, until, LARGE_SHORTEST_MINUTES), until, top, LARGE)} />
      </svg>
      <p className="flex justify-between gap-2 text-14">
        <span>{parkDayClock(first[0])}</span>
        {ride.usualMinutes !== null && <span>usually {usualWords(ride.usualMinutes)} at this hour</span>}
        <span>now</span>
      </p>
    </div>
  )
}

function ChartWords({ ride, now }: Pick<LeadChartProps, 'ride' | 'now'>) {
  const usual = ride.usualMinutes === null ? null : `usually ${usualWords(ride.usualMinutes)} at this hour`
  const words = [wasWords(ride, now), usual].filter((part) => part !== null)
  return <p className="lead__day">{words.join(', ')}</p>
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
