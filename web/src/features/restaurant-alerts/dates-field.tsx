import { MAX_ALERT_DATES, MAX_RESTAURANT_DAYS_AHEAD } from '@walkon/contracts/http/restaurant-alerts'
import { useId, type RefCallback } from 'react'
import { DayCells } from '../../lib/day-cells.tsx'
import { OtherDays } from '../../lib/other-days.tsx'
import { FieldError, type FieldProblem } from '../../ui/field.tsx'

const FULL_WORDS = `${MAX_ALERT_DATES} days is the most for one alert. Set another alert for the others.`

type DatesFieldProps = {
  /** Today in the park: days before it cannot be chosen. */
  today: string
  dates: string[]
  problem: FieldProblem | undefined
  /** For the form, which focuses what is refused. */
  ref: RefCallback<{ focus: () => void }>
  onChange: (dates: string[]) => void
}

/** Days of the park: two weeks as cells, all others in a calendar. */
export function DatesField({ today, dates, problem, ref, onChange }: DatesFieldProps) {
  const id = useId()
  const limit = dates.length < MAX_ALERT_DATES ? null : FULL_WORDS
  return (
    <fieldset
      // Without its inputs: a form that knew them would check and uncheck them.
      ref={(group) => ref(group && { focus: () => group.focus() })}
      className="grid gap-1"
      tabIndex={-1}
      aria-describedby={problem ? `${id}-problem` : undefined}
    >
      <legend className={`pb-1 text-14 font-bold ${problem ? 'text-error' : ''}`}>Dates</legend>
      <DayCells today={today} dates={dates} isFull={limit !== null} onChange={onChange} />
      <FieldError id={`${id}-problem`} problem={problem} />
      <p aria-live="polite" className="text-14 empty:hidden">
        {limit}
      </p>
      <OtherDays
        today={today}
        dates={dates}
        limit={limit}
        daysAhead={MAX_RESTAURANT_DAYS_AHEAD}
        onChange={onChange}
      />
    </fieldset>
  )
}
