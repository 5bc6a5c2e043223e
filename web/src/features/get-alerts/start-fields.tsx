import { MAX_DAYS_AHEAD } from '@walkon/contracts/http/billing'
import { addDays } from '../../lib/park-time.ts'
import { TextField } from '../../ui/field.tsx'
import { GET_ALERTS_TEXTS } from './get-alerts-words.ts'
import type { Start } from './start.ts'

type StartFieldsProps = {
  start: Start
  /** Today in the park. */
  today: string
  /** Named beside the time. */
  zone: string
  onChange: (start: Start) => void
}

/** When alerts begin. Those of today begin at once, so only a later day has a time. */
export function StartFields({ start, today, zone, onChange }: StartFieldsProps) {
  const isPast = start.date < today
  return (
    <section className="grid gap-3" aria-labelledby="start">
      <h2 id="start" className="text-28! leading-8!">
        Start
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Date"
          type="date"
          min={today}
          max={addDays(today, MAX_DAYS_AHEAD)}
          required
          value={start.date}
          problem={isPast ? GET_ALERTS_TEXTS.dateInPast : undefined}
          onChange={({ target }) => target.value && onChange({ ...start, date: target.value })}
        />
        {start.date > today ? (
          <TextField
            label="Time"
            hint={`at the park, ${zone}`}
            type="time"
            required
            value={start.time}
            onChange={({ target }) => target.value && onChange({ ...start, time: target.value })}
          />
        ) : (
          <TextField label="Time" hint={`at the park, ${zone}`} value="Right away" readOnly />
        )}
      </div>
    </section>
  )
}
