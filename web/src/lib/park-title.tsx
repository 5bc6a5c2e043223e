import type { ComponentProps } from 'react'
import { Icon } from '../ui/icon.tsx'

type ParkTitleProps = ComponentProps<'select'> & {
  /** Read out; the chosen park is seen alone. */
  label: string
}

/** The park of a page: its name is the title, and the list to choose another from. */
export const ParkTitle = ({ label, ...select }: ParkTitleProps) => (
  <label className="relative block max-w-full min-w-0 justify-self-start">
    <span className="sr-only">{label}</span>
    <select
      className="field-sizing-content min-h-11 max-w-full appearance-none truncate pr-9 font-display text-28 font-extrabold tracking-[-0.025em] [&_option]:bg-sheet [&_option]:text-16 [&_option]:text-ink"
      {...select}
    />
    <span className="pointer-events-none absolute top-2.5 right-1">
      <Icon name="down" />
    </span>
  </label>
)
