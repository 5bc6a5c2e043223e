import type { WatchView } from '@walkon/contracts/http/alerts'
import { isCountedRide } from '@walkon/contracts/rides'
import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { clockTimeForVisitor, dayLabel, parkDateAt } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { Checkbox } from '../../ui/tick.tsx'

/** Facts of the past about the limit of a ride. */
export type LimitFacts = {
  /** In words, how often the ride got as short. */
  history: (watch: WatchView) => ReactNode
  /** The last days at a glance. */
  days: (watch: WatchView) => ReactNode
  /** A better limit, if there is one. */
  tip: (watch: WatchView, onSet: (minutes: number) => void) => ReactNode
}

type WatchRowProps = {
  watch: WatchView
  timezone: string
  wait: ReactNode
  /** When a ride that is down is usually back. */
  back?: string | null
  onChange: (change: Partial<WatchView>) => void
  facts?: LimitFacts | undefined
  /** The visitor comes for this ride. */
  isArrival?: boolean
}

/** Posted waits move in fives, so limits do. */
export const LIMIT_STEP_MINUTES = 5

/** A ride, its wait, and whether it is watched. Its limit stays folded until it is wanted; in a wide list the stepper stands in the row. */
export function WatchRow({ watch, timezone, wait, back, onChange, facts, isArrival = false }: WatchRowProps) {
  const { rideName, active } = watch
  const [isOpen, setOpen] = useState(isArrival)
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isArrival) row.current?.scrollIntoView({ block: 'center' })
  }, [isArrival])
  return (
    <li ref={row} className="border-t border-line py-2 first:border-t-0">
      <div className="grid min-h-16 grid-cols-[44px_84px_minmax(0,1fr)_auto] items-center gap-x-2 @xl:grid-cols-[44px_92px_minmax(0,1fr)_auto_auto]">
        <span className="row-span-2">
          <Checkbox
            label={rideName}
            labelHidden
            checked={active}
            onChange={(event) => onChange({ active: event.target.checked })}
          />
        </span>
        <span className="row-span-2">{wait}</span>
        <span
          className={`col-span-2 font-display text-18 leading-5.5 tracking-[-0.01em] text-balance @xl:col-span-1 ${active ? 'self-end font-bold' : 'row-span-2 font-medium text-ink-2'}`}
        >
          {rideName}
          <Notes watch={watch} timezone={timezone} back={back} />
        </span>
        {active && (
          <>
            <span className="col-start-3 row-start-2 self-center @xl:self-start">{facts?.days(watch)}</span>
            <LimitButton watch={watch} isOpen={isOpen} controls={id} onClick={() => setOpen(!isOpen)} />
            <span
              className={`@xl:col-start-5 @xl:row-span-2 @xl:row-start-1 @max-xl:col-span-full @max-xl:pt-1 @max-xl:min-[360px]:pl-13 ${isOpen ? '' : '@max-xl:hidden'}`}
            >
              <LimitStepper watch={watch} onChange={onChange} />
            </span>
          </>
        )}
      </div>
      {active && (
        <div className="empty:hidden min-[360px]:pl-36">
          {facts?.tip(watch, (thresholdMinutes) => onChange({ thresholdMinutes }))}
        </div>
      )}
      {active && isOpen && (
        <LimitSettings id={id} watch={watch} onChange={onChange} history={facts?.history} />
      )}
    </li>
  )
}

const Notes = ({
  watch,
  timezone,
  back,
}: Pick<WatchRowProps, 'watch' | 'timezone'> & { back: string | null | undefined }) => (
  <>
    {back && (
      <span className="block font-text text-14 font-normal tracking-normal text-ink-2 first-letter:uppercase">
        {back}
      </span>
    )}
    {watch.active && watch.nextAlertAt && <NextAlert at={new Date(watch.nextAlertAt)} timezone={timezone} />}
    {watch.active && !isCountedRide(watch) && (
      <span className="block font-text text-14 font-normal tracking-normal text-ink-2">
        Posts no waits right now, so it can’t alert.
      </span>
    )}
  </>
)

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
      className="col-start-4 row-start-2 -my-2 inline-flex min-h-11 min-w-11 items-center justify-end gap-1 text-14 text-action @xl:row-span-2 @xl:row-start-1 @xl:my-0 @xl:justify-center"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
    >
      <span className="@xl:sr-only">
        <span className="sr-only">Alert at </span>
        <b>{watch.thresholdMinutes} min</b>
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

const LimitStepper = ({ watch, onChange }: Pick<WatchRowProps, 'watch' | 'onChange'>) => (
  <Stepper
    value={watch.thresholdMinutes}
    min={MIN_THRESHOLD_MINUTES}
    max={MAX_THRESHOLD_MINUTES}
    step={LIMIT_STEP_MINUTES}
    unit="min"
    before={watch.limit ? 'now' : 'up to'}
    labels={{
      group: `Limit for ${watch.rideName}`,
      lower: `Lower limit for ${watch.rideName}`,
      higher: `Higher limit for ${watch.rideName}`,
    }}
    onChange={(thresholdMinutes) => onChange({ thresholdMinutes })}
  />
)

type LimitSettingsProps = Pick<WatchRowProps, 'watch' | 'onChange'> & {
  id: string
  history: LimitFacts['history'] | undefined
}

function LimitSettings({ id, watch, onChange, history }: LimitSettingsProps) {
  const { rideName, thresholdMinutes, limit, isFitted, onReopen } = watch
  return (
    <div id={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2 pb-2 min-[360px]:pl-13">
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
      {onReopen && (
        <p className="basis-full text-14 text-ink-2">
          If it is down and probably not back before the closing, we tell you once that it is probably done
          for today.
        </p>
      )}
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
