import { toDay } from '@walkon/contracts/park-time'
import { useState } from 'react'
import { clockTime, timezoneName } from '../../lib/park-time.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Shape } from '../../ui/shape.tsx'
import type { PausedPark, Preferences } from './preferences.ts'

/** All alerts off until the park’s next day, and on again at any moment. Quiet while its state is not known. */
export function PauseForToday({ preferences, now }: { preferences: Preferences; now: Date }) {
  const { query, pause, resume } = preferences
  const parks = (query.data?.pausedParks ?? []).filter(({ pausedUntil }) => new Date(pausedUntil) > now)
  const isPaused = parks.length > 0
  const { isBusy, problem, run } = useAction(isPaused ? resume : pause)
  const [isResumed, setResumed] = useState(false)
  if (!query.data) return null
  const openWords = isResumed ? 'Your alerts are on again' : 'Enough for today?'
  return (
    <section aria-label="Pause for today" className="grid gap-4 lg:col-span-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-4">
        <div aria-live="polite" className="min-w-0 flex-1 basis-60">
          <p className="flex items-center gap-2 font-bold">
            {isPaused && <Shape name="closed" className="[--size:14px]" />}
            {isPaused ? 'Paused for today' : openWords}
          </p>
          <p className="text-14 text-ink-2">
            {isPaused
              ? `${untilWords(parks)} Rides that are still short then alert you.`
              : 'Pause all your alerts until 4 am park time, when the park’s next day begins.'}
          </p>
        </div>
        <Button
          small
          quiet={!isPaused}
          busy={isBusy}
          onClick={() => {
            setResumed(isPaused)
            run()
          }}
        >
          {isPaused ? 'Resume' : 'Pause for today'}
        </Button>
      </div>
      <FormProblem problem={problem} />
    </section>
  )
}

/** "Magic Kingdom and EPCOT start again Tue, Apr 14, 12 am EDT." */
function untilWords(parks: PausedPark[]): string {
  const byInstant = Map.groupBy(parks, ({ pausedUntil, timezone }) => {
    const until = new Date(pausedUntil)
    return `${toDay(until, timezone)}, ${clockTime(until, timezone)} ${timezoneName(until, timezone)}`
  })
  return [...byInstant]
    .map(([until, together]) => {
      const names = new Intl.ListFormat('en-US').format(together.map(({ parkName }) => parkName))
      return `${names} ${together.length === 1 ? 'starts' : 'start'} again ${until}.`
    })
    .join(' ')
}
