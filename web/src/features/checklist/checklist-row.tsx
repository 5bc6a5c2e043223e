import type { Checklist } from '@walkon/contracts/http/checklist'
import type { LiveRide } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { clockTime } from '../../lib/park-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox } from '../../ui/tick.tsx'
import { whyWords } from './go-now.ts'
import type { ChecklistAct } from './use-checklist.ts'

type ChecklistRowProps = {
  ride: Checklist['rides'][number]
  live: LiveRide | undefined
  /** The wait and status of the ride, as the board draws them. */
  now: ReactNode
  timezone: string | undefined
  /** Says of an open ride why it stands where it does. */
  saysWhy: boolean
  onChange: (act: ChecklistAct) => void
}

/** One ride: its tick, its live wait beside it, and the way off the list. */
export function ChecklistRow({ ride, live, now, timezone, saysWhy, onChange }: ChecklistRowProps) {
  const { rideId, name, completedAt } = ride
  const isDone = completedAt !== null
  const doneWords = isDone && timezone && `Done at ${clockTime(new Date(completedAt), timezone)}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 border-t border-line py-2 max-[359px]:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <Checkbox
          label={name}
          translate="no"
          checked={isDone}
          onChange={() => onChange({ kind: isDone ? 'reopen' : 'complete', rideId })}
        />
        <p className="min-h-5 pl-8.5 text-14 text-ink-2 max-[359px]:min-h-0">
          {isDone ? doneWords : saysWhy && whyWords(live)}
        </p>
      </div>
      {/* Beside a name on the narrowest phones there is no room for "Temporarily Closed". */}
      <div className="max-[359px]:order-1 max-[359px]:justify-self-start max-[359px]:pl-8.5 max-[359px]:*:justify-items-start">
        {now}
      </div>
      <button
        type="button"
        className="icon-btn"
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={() => onChange({ kind: 'remove', rideId })}
      >
        <Icon name="close" size={20} />
      </button>
    </li>
  )
}
