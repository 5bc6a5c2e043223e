import { MAX_ALERT_DATES, MAX_RESTAURANT_DAYS_AHEAD } from '@walkon/contracts/http/restaurant-alerts'
import { addDays, dayLabel, dayOfMonth, daysFrom, monthName, weekday } from '../../lib/park-time.ts'
import { TextField } from '../../ui/field.tsx'

const DAYS_SHOWN = 14

type DayCellsProps = {
  /** Today in the park: days before it cannot be chosen. */
  today: string
  dates: string[]
  onChange: (dates: string[]) => void
}

/** Days of the park: two weeks as cells, a later one by its date. */
export function DayCells({ today, dates, onChange }: DayCellsProps) {
  const isFull = dates.length >= MAX_ALERT_DATES
  const further = dates.filter((date) => date >= addDays(today, DAYS_SHOWN)).toSorted()
  const last = addDays(today, MAX_RESTAURANT_DAYS_AHEAD)
  const toggle = (date: string) =>
    onChange(dates.includes(date) ? dates.filter((other) => other !== date) : [...dates, date].toSorted())
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-14 font-bold">Dates</legend>
      <div className="days">
        {[...daysFrom(today, DAYS_SHOWN), ...further].map((date) => (
          <label key={date} className={date === today ? 'day day--today' : 'day'}>
            <input
              type="checkbox"
              aria-label={date === today ? `${dayLabel(date)}, today` : dayLabel(date)}
              checked={dates.includes(date)}
              disabled={isFull && !dates.includes(date)}
              onChange={() => toggle(date)}
            />
            {dayOfMonth(date)}
            <span>{wordUnder(date, today, further.includes(date))}</span>
          </label>
        ))}
      </div>
      <TextField
        label="Another date"
        type="date"
        min={today}
        max={last}
        disabled={isFull}
        value=""
        onChange={({ target: { value } }) => {
          if (value >= today && value <= last && !dates.includes(value)) toggle(value)
        }}
      />
    </fieldset>
  )
}

function wordUnder(date: string, today: string, isFurther: boolean): string {
  if (date === today) return 'Today'
  return isFurther || dayOfMonth(date) === 1 ? monthName(date).slice(0, 3) : weekday(date)
}
