import { useState } from 'react'
import { momentWords } from '../../lib/moment-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Shape } from '../../ui/shape.tsx'
import type { PausedPark, Preferences } from './preferences.ts'

type PauseForTodayProps = {
  preferences: Preferences
  now: Date
  /** Inside the card of the only park, which says until when. */
  isInCard: boolean
}

/** All alerts off until the park’s next day, and on again at any moment. Quiet while its state is not known. */
export function PauseForToday({ preferences, now, isInCard }: PauseForTodayProps) {
  const { query, pause, resume } = preferences
  const parks = (query.data?.pausedParks ?? []).filter(({ pausedUntil }) => new Date(pausedUntil) > now)
  const isPaused = parks.length > 0
  const { isBusy, problem, run } = useAction(isPaused ? resume : pause)
  const [isResumed, setResumed] = useState(false)
  if (!query.data) return null
  const openWords = isResumed ? 'Your alerts are on again' : 'Enough for today?'
  return (
    <section id="pause" aria-label="Pause for today" className="grid scroll-mt-24 gap-2">
      <div
        className={`flex items-center justify-between gap-x-6 gap-y-3 ${isInCard ? '' : 'border-y border-line py-3'}`}
      >
        <div aria-live="polite" className="min-w-0 text-14">
          <p className="flex items-center gap-2 font-bold">
            {isPaused && !isInCard && <Shape name="closed" className="[--size:14px]" />}
            {isPaused ? 'Paused for today' : openWords}
          </p>
          {isPaused && (
            <p className="text-ink-2">
              {!isInCard && `${untilWords(parks)} `}You’ll hear about rides that are still short then.
            </p>
          )}
        </div>
        <Button
          small
          quiet={!isPaused}
          className="flex-none"
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
  const byInstant = Map.groupBy(parks, ({ pausedUntil, timezone }) =>
    momentWords(new Date(pausedUntil), timezone),
  )
  return [...byInstant]
    .map(([until, together]) => {
      const names = new Intl.ListFormat('en-US').format(together.map(({ parkName }) => parkName))
      return `${names} ${together.length === 1 ? 'starts' : 'start'} again ${until}.`
    })
    .join(' ')
}
