import type { WatchView } from '@walkon/contracts/http/alerts'
import { isCountedRide } from '@walkon/contracts/rides'
import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { clockTimeForVisitor, dayLabel, parkDateAt } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { Checkbox } from '../../ui/tick.tsx'

type WatchRowProps = {
  watch: WatchView
  timezone: string
  wait: ReactNode
  /** When a ride that is down is usually back. */
  back?: string | null
  onChange: (change: Partial<WatchView>) => void
  /** How short the ride gets. */
  history?: ((watch: WatchView) => ReactNode) | undefined
  glance?: ((watch: WatchView) => ReactNode) | undefined
  /** The visitor comes for this ride. */
  isArrival?: boolean
}

/** Posted waits move in fives, so limits do. */
export const LIMIT_STEP_MINUTES = 5

/** A ride, its wait, and whether it is watched. Its limit stays folded until it is wanted. */
export function WatchRow({
  watch,
  timezone,
  wait,
  back,
  onChange,
  history,
  glance,
  isArrival = false,
}: WatchRowProps) {
  const { rideName, active, nextAlertAt } = watch
  const [isOpen, setOpen] = useState(isArrival)
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isArrival) row.current?.scrollIntoView({ block: 'center' })
  }, [isArrival])
  return (
    <li ref={row} className="border-t border-line py-2 first:border-t-0">
      <div className="grid grid-cols-[44px_92px_minmax(0,1fr)] items-center gap-x-2 sm:grid-cols-[44px_92px_minmax(0,1fr)_auto]">
        <Checkbox
          label={rideName}
          labelHidden
          checked={active}
          onChange={(event) => onChange({ active: event.target.checked })}
        />
        {wait}
        <span
          className={`font-display text-18 leading-5.5 tracking-[-0.01em] text-balance ${active ? 'font-bold' : 'font-medium text-ink-2'}`}
        >
          {rideName}
          {back && (
            <span className="block font-text text-14 font-normal tracking-normal text-ink-2 first-letter:uppercase">
              {back}
            </span>
          )}
          {active && nextAlertAt && <NextAlert at={new Date(nextAlertAt)} timezone={timezone} />}
          {active && !isCountedRide(watch) && (
            <span className="block font-text text-14 font-normal tracking-normal text-ink-2">
              Posts no waits right now, so it can’t alert.
            </span>
          )}
          {active && glance?.(watch)}
        </span>
        {active && (
          <LimitButton watch={watch} isOpen={isOpen} controls={id} onClick={() => setOpen(!isOpen)} />
        )}
      </div>
      {active && isOpen && <LimitSettings id={id} watch={watch} onChange={onChange} history={history} />}
    </li>
  )
}

/** After an alert, or as the visitor has answered one: DONE is until the next day of the park, so the day is said. */
function NextAlert({ at, timezone }: { at: Date; timezone: string }) {
  const [day, today] = [parkDateAt(at, timezone), parkDateAt(useNow(), timezone)]
  return (
    <span className="block font-text text-14 font-normal tracking-normal text-ink-2">
      Next alert from {clockTimeForVisitor(at, timezone)}
      {day !== today && `, ${dayLabel(day)}`}
    </span>
  )
}

type LimitButtonProps = { watch: WatchView; isOpen: boolean; controls: string; onClick: () => void }

function LimitButton({ watch, isOpen, controls, onClick }: LimitButtonProps) {
  return (
    <button
      type="button"
      className="col-start-3 inline-flex min-h-11 items-center gap-1 justify-self-start text-left text-14 text-action sm:col-start-4 sm:justify-self-end"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
    >
      <span>
        Alert at <b>{watch.thresholdMinutes} min</b>
        {watch.limit && ' now'}
        {watch.onReopen && ' or reopening'}
        <span className="sr-only">: {watch.rideName}</span>
      </span>
      <span className={isOpen ? 'rotate-180' : ''}>
        <Icon name="down" size={20} />
      </span>
    </button>
  )
}

type LimitSettingsProps = Pick<WatchRowProps, 'watch' | 'onChange' | 'history'> & { id: string }

function LimitSettings({ id, watch, onChange, history }: LimitSettingsProps) {
  const { rideName, thresholdMinutes, limit, isFitted, onReopen } = watch
  return (
    <div id={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2 pb-2 min-[360px]:pl-13">
      <Stepper
        value={thresholdMinutes}
        min={MIN_THRESHOLD_MINUTES}
        max={MAX_THRESHOLD_MINUTES}
        step={LIMIT_STEP_MINUTES}
        unit="min"
        before="up to"
        labels={{
          group: `Limit for ${rideName}`,
          lower: `Lower limit for ${rideName}`,
          higher: `Higher limit for ${rideName}`,
        }}
        onChange={(minutes) => onChange({ thresholdMinutes: minutes })}
      />
      <Checkbox
        label="Short for this ride"
        aria-label={`Short for this ride: ${rideName}`}
        checked={limit === 'fit'}
        onChange={(event) => onChange(event.target.checked ? { limit: 'fit' } : { thresholdMinutes })}
      />
      <Checkbox
        label="Also tell me when it reopens"
        aria-label={`Also tell me when it reopens: ${rideName}`}
        checked={onReopen}
        onChange={(event) => onChange({ onReopen: event.target.checked })}
      />
      {limit && (
        <p className="basis-full text-14 text-ink-2">
          {isFitted === false
            ? `We don’t know this ride’s usual waits at this hour yet, so it alerts at ${thresholdMinutes} min.`
            : 'The limit follows what this ride usually posts at each hour.'}
        </p>
      )}
      {history?.(watch)}
    </div>
  )
}
