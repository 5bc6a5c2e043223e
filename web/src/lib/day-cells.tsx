import { addDays, dayLabel, dayOfMonth, daysFrom, monthName, weekday } from './park-time.ts'

/** How many days have cells before one is chosen: two weeks. */
export const NEAR_DAYS = 14

type DayCellsProps = {
  /** Today in the park: days before it cannot be chosen. */
  today: string
  dates: string[]
  /** No further day can be chosen. */
  isFull: boolean
  onChange: (dates: string[]) => void
}

export const nearDays = (today: string): string[] => daysFrom(today, NEAR_DAYS)

/** Two weeks as cells, and the later days that are chosen. */
export function DayCells({ today, dates, isFull, onChange }: DayCellsProps) {
  const further = dates.filter((date) => date >= addDays(today, NEAR_DAYS)).toSorted()
  const toggle = (date: string) =>
    onChange(dates.includes(date) ? dates.filter((other) => other !== date) : [...dates, date].toSorted())
  return (
    <div className="days">
      {[...nearDays(today), ...further].map((date) => (
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
  )
}

/** A later day stands apart from its week, so its month is said. */
function wordUnder(date: string, today: string, isFurther: boolean): string {
  if (date === today) return 'Today'
  return isFurther || dayOfMonth(date) === 1 ? monthName(date).slice(0, 3) : weekday(date)
}
