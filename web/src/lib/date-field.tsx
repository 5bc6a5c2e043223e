import { useId, useState, type Ref } from 'react'
import { FieldError, type FieldProblem } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { CalendarDialogProps } from './calendar-dialog.tsx'
import { LaterPart } from './later-part.tsx'
import { later } from './later.ts'
import { dayLabel } from './park-time.ts'

const CalendarDialog = later(() => import('./calendar-dialog.tsx'), 'CalendarDialog')

type DateFieldProps = Pick<CalendarDialogProps, 'today' | 'daysAhead' | 'first'> & {
  label: string
  name?: string
  /** For its form, whose first missing field gets the focus. */
  ref?: Ref<HTMLButtonElement>
  /** The chosen day, `yyyy-mm-dd`; empty without one. */
  date: string
  problem?: FieldProblem | undefined
  /** Set where the day can be left out again. */
  isOptional?: boolean
  onChange: (date: string) => void
}

/** One day of the coming year, chosen in the calendar of every page. */
export function DateField({
  label,
  name,
  ref,
  date,
  problem,
  isOptional = false,
  onChange,
  ...days
}: DateFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="relative grid gap-1">
      <span className="text-14 font-bold" aria-hidden="true">
        {label}
      </span>
      <button
        type="button"
        name={name}
        ref={ref}
        className={`input truncate text-left ${date === '' ? 'text-ink-2' : ''}`}
        aria-haspopup="dialog"
        aria-describedby={problem ? `${id}-problem` : undefined}
        onClick={() => setOpen(true)}
      >
        <span className="sr-only">{label}: </span>
        {date === '' ? (isOptional ? 'Optional' : 'Choose a day') : dayLabel(date)}
      </button>
      {isOptional && date !== '' && (
        <button
          type="button"
          className="icon-btn absolute right-0.5 bottom-0.5"
          aria-label={`${label}: none`}
          onClick={() => onChange('')}
        >
          <Icon name="close" size={20} />
        </button>
      )}
      <FieldError id={`${id}-problem`} problem={problem} />
      {isOpen && (
        <LaterPart load={CalendarDialog.load}>
          <CalendarDialog
            {...days}
            title={label}
            dates={date === '' ? [] : [date]}
            isSingle
            onChange={(dates) => onChange(dates.find((other) => other !== date) ?? date)}
            onClose={() => setOpen(false)}
          />
        </LaterPart>
      )}
    </div>
  )
}
