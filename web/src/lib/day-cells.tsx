import { addDays, dayLabel, dayOfMonth, daysFrom, monthName, weekday } from './park-time.ts'

/** The next days, which are chosen by a tap; later ones have a way of their own. */
export const DAYS_SHOWN = 14

type DayCellsProps = {
  /** Today in the park: days before it cannot be chosen. */
  today: string
  /** Days of the park, as ISO dates in order. */
  dates: string[]
  /** No further day can be added. */
  isFull: boolean
  /** Days on which nothing is left. */
  soldOut?: string[]
  /** Set where one day alone is chosen. A change then has the new day beside the old one. */
  radio?: { type: 'radio'; name: string }
  onChange: (dates: string[]) => void
}

/** Two weeks as cells, and each later day that was chosen. Days of the park, not of the visitor. */
export function DayCells({ today, dates, isFull, soldOut = [], radio, onChange }: DayCellsProps) {
  const further = dates.filter((date) => date >= addDays(today, DAYS_SHOWN)).toSorted()
  return (
    <div className="days">
      {[...daysFrom(today, DAYS_SHOWN), ...further].map((date) => (
        <label key={date} className={date === today ? 'day day--today' : 'day'}>
          <input
            type="checkbox"
            {...radio}
            aria-label={labelOf(date, today, soldOut)}
            checked={dates.includes(date)}
            disabled={(isFull || soldOut.includes(date)) && !dates.includes(date)}
            onChange={() => onChange(withDay(dates, date))}
          />
          {dayOfMonth(date)}
          <span>{soldOut.includes(date) ? 'Full' : wordUnder(date, today, further.includes(date))}</span>
        </label>
      ))}
    </div>
  )
}

/** The days with this one added, or without it where it was among them. */
const withDay = (dates: string[], date: string): string[] =>
  dates.includes(date) ? dates.filter((other) => other !== date) : [...dates, date].toSorted()

function labelOf(date: string, today: string, soldOut: string[]): string {
  return `${dayLabel(date)}${date === today ? ', today' : ''}${soldOut.includes(date) ? ', sold out' : ''}`
}

function wordUnder(date: string, today: string, isFurther: boolean): string {
  if (date === today) return 'Today'
  return isFurther || dayOfMonth(date) === 1 ? monthName(date).slice(0, 3) : weekday(date)
}
