import type { LifeStep } from '@walkon/contracts/life-steps'
import { dayLabel, parkDateAt } from './park-time.ts'
import { capital } from './capital.ts'
import { clockWithSeconds } from './clock-with-seconds.ts'

type StepsProps = {
  /** The kind of thing, as "Message". */
  of: string
  id: string
  steps: LifeStep[]
  timezone: string
}

/** The life of a thing that is told, as `npm run walkon -- alert-life` tells it, with the seconds since the first step. */
export function Steps({ of, id, steps, timezone }: StepsProps) {
  const start = steps[0]?.at.getTime() ?? 0
  return (
    <ol className="pt-1 text-14">
      {steps.map(({ at, what, detail }, place) => (
        <li key={`${what} ${place}`} className="flex flex-wrap gap-x-3">
          <time dateTime={at.toISOString()} className="text-ink-2">
            {dayLabel(parkDateAt(at, timezone)).slice(5)}, {clockWithSeconds(at, timezone)}
          </time>
          <span className="text-ink-2">+{spanOf(at.getTime() - start)}</span>
          <span className="wrap-anywhere">
            {capital(what)}
            {detail}
          </span>
        </li>
      ))}
      <li className="text-ink-2">
        {of} <code className="wrap-anywhere">{id}</code>
      </li>
    </ol>
  )
}

/** `name` says whose steps they are, for screen readers. */
export const FoldedSteps = ({ name, ...life }: StepsProps & { name: string }) => (
  <details>
    <summary className="pointer-coarse:py-3">
      {life.steps.length} {life.steps.length === 1 ? 'step' : 'steps'}{' '}
      <span className="sr-only">of {name}</span>
    </summary>
    <Steps {...life} />
  </details>
)

const MINUTE_MS = 60_000

/** "2.4 s", "3 min", "26 h". */
function spanOf(ms: number): string {
  if (ms < 2 * MINUTE_MS) return `${(ms / 1_000).toFixed(1)} s`
  const minutes = Math.round(ms / MINUTE_MS)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
