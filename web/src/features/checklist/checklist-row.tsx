import type { Checklist } from '@walkon/contracts/http/checklist'
import type { LiveRide } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { clockTime, dayLabel, isOfParkDay, parkDateAt } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox } from '../../ui/tick.tsx'
import { whyWords } from './go-now.ts'
import type { ChecklistAct } from './use-checklist.ts'

export type ChecklistRide = Checklist['rides'][number]

/** A ride as the board draws it, with a line of its own below the name and what can be done at the end. */
export type RenderRide = (ride: ChecklistRide, parts: { meta: ReactNode; acts: ReactNode }) => ReactNode

type ChecklistRowProps = {
  ride: ChecklistRide
  live: LiveRide | undefined
  renderRide: RenderRide
  timezone: string | undefined
  /** Its way off the list is shown. */
  isEditing: boolean
  onChange: (act: ChecklistAct) => void
}

/** A list is kept over the days of a visit. */
export const doneWords = (at: Date, now: Date, timezone: string): string =>
  isOfParkDay(at, now, timezone)
    ? `Done at ${clockTime(at, timezone)}`
    : `Done on ${dayLabel(parkDateAt(at, timezone))}`

/** One ride in the board's row, with its tick. */
export function ChecklistRow({ ride, live, renderRide, timezone, isEditing, onChange }: ChecklistRowProps) {
  const { rideId, name, completedAt } = ride
  const isDone = completedAt !== null
  const now = useNow()
  return (
    <li className={isDone ? 'is-old' : ''}>
      {renderRide(ride, {
        meta: isDone ? timezone && doneWords(new Date(completedAt), now, timezone) : whyWords(live),
        acts: (
          <>
            {isEditing && (
              <button
                type="button"
                className="icon-btn"
                aria-label={`Remove ${name}`}
                title="Remove"
                onClick={() => onChange({ kind: 'remove', rideId })}
              >
                <Icon name="close" size={20} />
              </button>
            )}
            <span className="mr-1.5">
              <Checkbox
                isRound
                label={name}
                labelHidden
                translate="no"
                checked={isDone}
                onChange={() => onChange({ kind: isDone ? 'reopen' : 'complete', rideId })}
              />
            </span>
          </>
        ),
      })}
    </li>
  )
}
