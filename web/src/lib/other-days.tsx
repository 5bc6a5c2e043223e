import { useState } from 'react'
import { TextButton } from '../ui/text-button.tsx'
import type { CalendarDialogProps } from './calendar-dialog.tsx'
import { LaterPart } from './later-part.tsx'
import { later } from './later.ts'

const CalendarDialog = later(() => import('./calendar-dialog.tsx'), 'CalendarDialog')

/** The way to the days after those that stand as cells: any day of the coming year. */
export function OtherDays(props: Omit<CalendarDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>Other days</TextButton>
      {isOpen && (
        <LaterPart load={CalendarDialog.load}>
          <CalendarDialog {...props} onClose={() => setOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
