import type { WatchView } from '@walkon/contracts/http/alerts'
import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { clockTimeForVisitor } from '../../lib/park-time.ts'
import { Stepper } from '../../ui/stepper.tsx'
import { Checkbox } from '../../ui/tick.tsx'

type WatchRowProps = { watch: WatchView; timezone: string; onChange: (change: Partial<WatchView>) => void }

/** Posted waits move in fives, so limits do. */
const LIMIT_STEP_MINUTES = 5

export function WatchRow({ watch, timezone, onChange }: WatchRowProps) {
  const { rideName, active, thresholdMinutes, onReopen, nextAlertAt } = watch
  return (
    <li className="watch">
      <Checkbox
        label={rideName}
        labelHidden
        checked={active}
        onChange={(event) => onChange({ active: event.target.checked })}
      />
      <span
        className={`font-display text-18 leading-6 text-balance ${active ? 'font-bold' : 'font-medium text-ink-2'}`}
      >
        {rideName}
        {active && nextAlertAt && (
          <span className="block font-text text-14 font-normal text-ink-2">
            told you lately, again from {clockTimeForVisitor(new Date(nextAlertAt), timezone)}
          </span>
        )}
      </span>
      {active && (
        <div className="watch__set">
          <Stepper
            value={thresholdMinutes}
            min={MIN_THRESHOLD_MINUTES}
            max={MAX_THRESHOLD_MINUTES}
            step={LIMIT_STEP_MINUTES}
            unit="min"
            of={rideName}
            onChange={(minutes) => onChange({ thresholdMinutes: minutes })}
          />
          <Checkbox
            label="when it reopens"
            aria-label={`Tell me when it reopens: ${rideName}`}
            checked={onReopen}
            onChange={(event) => onChange({ onReopen: event.target.checked })}
          />
        </div>
      )}
    </li>
  )
}
