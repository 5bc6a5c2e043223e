import { MAX_DATES_PER_ORDER } from '@walkon/contracts/http/billing'
import { useId } from 'react'
import { DayCells, DAYS_SHOWN } from '../../lib/day-cells.tsx'
import { OtherDays } from '../../lib/other-days.tsx'
import { daysFrom, monthName } from '../../lib/park-time.ts'
import { FieldError, type FieldProblem } from '../../ui/field.tsx'

/** The limit of an order; further days are another order. */
const FULL_WORDS = `${MAX_DATES_PER_ORDER} days is the most for one order. Order the others after this one.`

type DaysFieldProps = {
  /** Today in the park. */
  today: string
  dates: string[]
  /** Days of the park on which nothing is left. */
  soldOut: string[]
  onChange: (dates: string[]) => void
  problem: FieldProblem | undefined
}

/** The days of the visit: two weeks as cells, all others in a calendar. Days of the park, not of the visitor. */
export function DaysField({ today, dates, soldOut, onChange, problem }: DaysFieldProps) {
  const id = useId()
  const limit = dates.length < MAX_DATES_PER_ORDER ? null : FULL_WORDS
  const near = daysFrom(today, DAYS_SHOWN)

  return (
    <fieldset
      className="grid gap-1"
      data-field="dates"
      tabIndex={-1}
      aria-describedby={problem ? `${id}-problem` : undefined}
    >
      <legend className={`pb-1 text-14 font-bold ${problem ? 'text-error' : ''}`}>
        Days you visit, {monthsOf(near)}
      </legend>
      <DayCells today={today} dates={dates} isFull={limit !== null} soldOut={soldOut} onChange={onChange} />
      <FieldError id={`${id}-problem`} problem={problem} />
      {near.some((date) => soldOut.includes(date)) && (
        <p className="text-14 text-ink-2">Full: sold out at this park.</p>
      )}
      <p aria-live="polite" className="text-14 empty:hidden">
        {limit}
      </p>
      <OtherDays today={today} dates={dates} soldOut={soldOut} limit={limit} onChange={onChange} />
    </fieldset>
  )
}

/** The place of the days before today's date is known, in the same size. */
export function DaysPlace() {
  return (
    <div className="grid gap-1" aria-hidden="true">
      <span className="pb-1 text-14 font-bold">Days you visit</span>
      <div className="days">
        {Array.from({ length: DAYS_SHOWN }, (_, day) => (
          <span key={day} className="day" />
        ))}
      </div>
      <span className="min-h-11" />
    </div>
  )
}

function monthsOf(dates: string[]): string {
  return [...new Set(dates.map(monthName))].join(' and ')
}
