import { MAX_ALERT_DATES, MAX_RESTAURANT_DAYS_AHEAD } from '@walkon/contracts/http/restaurant-alerts'
import { useId } from 'react'
import { DayCells, withDay } from '../../lib/day-cells.tsx'
import { addDays } from '../../lib/park-time.ts'
import { FieldError, TextField, type FieldProblem } from '../../ui/field.tsx'

type DatesFieldProps = {
  /** Today in the park: days before it cannot be chosen. */
  today: string
  dates: string[]
  problem: FieldProblem | undefined
  onChange: (dates: string[]) => void
}

/** Days of the park: two weeks as cells, a later one by its date. */
export function DatesField({ today, dates, problem, onChange }: DatesFieldProps) {
  const id = useId()
  const isFull = dates.length >= MAX_ALERT_DATES
  const last = addDays(today, MAX_RESTAURANT_DAYS_AHEAD)
  return (
    <fieldset
      className="grid gap-1"
      data-field="dates"
      tabIndex={-1}
      aria-describedby={problem ? `${id}-problem` : undefined}
    >
      <legend className={`pb-1 text-14 font-bold ${problem ? 'text-error' : ''}`}>Dates</legend>
      <DayCells today={today} dates={dates} isFull={isFull} onChange={onChange} />
      <FieldError id={`${id}-problem`} problem={problem} />
      <TextField
        label="Another date"
        type="date"
        min={today}
        max={last}
        disabled={isFull}
        value=""
        onChange={({ target: { value } }) => {
          if (value >= today && value <= last && !dates.includes(value)) onChange(withDay(dates, value))
        }}
      />
    </fieldset>
  )
}
