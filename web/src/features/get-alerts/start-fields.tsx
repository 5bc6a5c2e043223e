import type { ReactNode } from 'react'
import { TextField } from '../../ui/field.tsx'
import type { Start } from './start.ts'

type StartFieldsProps = {
  start: Start
  /** Today in the park. */
  today: string
  /** Named beside the time. */
  zone: string
  /** The choice of the days. */
  days: ReactNode
  onTimeChange: (time: string) => void
}

/** When alerts begin. Without a time those of today begin at once, and a later day is the day of the park (decisions, section 2). */
export function StartFields({ start, today, zone, days, onTimeChange }: StartFieldsProps) {
  return (
    <section className="grid gap-3" aria-labelledby="start">
      <h2 id="start" className="text-28 leading-8">
        Start
      </h2>
      {days}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField
          label="Start time"
          hint={`if you like, at the park, ${zone}`}
          type="time"
          value={start.time}
          onChange={({ target }) => onTimeChange(target.value)}
        />
        <p className="text-14 text-ink-2">{startWords(start, today)}</p>
      </div>
    </section>
  )
}

function startWords({ dates, time }: Start, today: string): string {
  const [hasToday, hasLater] = [dates.includes(today), dates.some((date) => date > today)]
  if (time !== '')
    return 'Each day begins then and lasts 24 hours. If it is past that time today, today begins right away.'
  const now = 'Today begins right away and lasts 24 hours.'
  const later = 'A later day runs from 4 am to 4 am.'
  return hasToday && hasLater ? `${now} ${later}` : hasLater ? later : now
}
