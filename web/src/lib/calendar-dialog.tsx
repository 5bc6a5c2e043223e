import { DayPicker } from 'react-day-picker'
import { MAX_DAYS_AHEAD } from '@walkon/contracts/http/billing'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormIcon } from '../ui/form-icon.tsx'
import { addDays } from './park-time.ts'

export type CalendarDialogProps = {
  title?: string
  /** Today in the park: days before it cannot be chosen. */
  today: string
  /** The first day that can be chosen, where that is a later one. */
  first?: string
  dates: string[]
  /** Days on which nothing is left. */
  soldOut?: string[]
  /** Why no further day can be chosen, where none can. */
  limit?: string | null
  /** One day alone is chosen. A change has the new day beside the old one. */
  isSingle?: boolean
  daysAhead?: number
  onChange: (dates: string[]) => void
  onClose: () => void
}

/** Any day of the coming year. The picker thinks in local dates; only year, month and day of them are used. */
export function CalendarDialog({
  today,
  first = today,
  dates,
  soldOut = [],
  limit = null,
  isSingle = false,
  title = isSingle ? 'Day you visit' : 'Days you visit',
  daysAhead = MAX_DAYS_AHEAD,
  onChange,
  onClose,
}: CalendarDialogProps) {
  const last = addDays(today, daysAhead)

  function choose(chosen: string[]): void {
    onChange(chosen)
    if (isSingle) onClose()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <DayPicker
        mode="multiple"
        selected={dates.map(toLocal)}
        onSelect={(chosen) => choose((chosen ?? []).map(toDate).toSorted())}
        today={toLocal(today)}
        defaultMonth={toLocal(dates[0] ?? first)}
        startMonth={toLocal(first)}
        endMonth={toLocal(last)}
        disabled={[
          { before: toLocal(first), after: toLocal(last) },
          // Not by `max` of the picker: a day above it replaces all others.
          (day) => (limit !== null || soldOut.includes(toDate(day))) && !dates.includes(toDate(day)),
        ]}
        classNames={{
          root: 'month relative',
          months: 'relative',
          nav: 'absolute top-0 right-0 flex',
          button_previous: 'icon-btn',
          button_next: 'icon-btn',
          month_caption: 'flex min-h-11 items-center font-display text-18 font-bold',
          day_button: 'month__day',
          today: 'is-today',
          selected: 'is-chosen',
          outside: 'invisible',
        }}
        labels={{ labelDayButton: labelOf }}
        components={{ Chevron }}
      />
      <p aria-live="polite" className="text-14 empty:hidden">
        {limit}
      </p>
      <Button wide onClick={onClose}>
        Done
      </Button>
    </Dialog>
  )
}

/** The number that is seen is a word of the label: a visitor who speaks to the phone says the number. */
function labelOf(date: Date, { today, selected }: { today?: boolean; selected?: boolean }): string {
  const day = date.toLocaleDateString('en-US', { dateStyle: 'full' })
  return `${today ? 'Today, ' : ''}${day}${selected ? ', selected' : ''}`
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return <FormIcon name={orientation === 'left' ? 'left' : 'right'} />
}

function toLocal(date: string): Date {
  return new Date(`${date}T12:00:00`)
}

function toDate(local: Date): string {
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}
