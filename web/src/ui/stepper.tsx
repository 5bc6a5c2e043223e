import { FormIcon } from './form-icon.tsx'

type StepperProps = {
  value: number
  min: number
  max: number
  step: number
  unit: string
  /** Said before the number. */
  before?: string
  /** Names of the number and of the two buttons, for a screen reader. */
  labels: { group: string; lower: string; higher: string }
  onChange: (value: number) => void
}

const BUTTON =
  'grid size-11 place-items-center rounded-pill text-action not-aria-disabled:hover:bg-action-soft aria-disabled:cursor-not-allowed aria-disabled:text-line-strong'

/** A number in steps: two large buttons, and the value between them. At an end its button keeps the focus, and does nothing. */
export function Stepper({ value, min, max, step, unit, before, labels, onChange }: StepperProps) {
  const lower = Math.max(min, Math.ceil(value / step - 1) * step)
  const higher = Math.min(max, Math.floor(value / step + 1) * step)
  return (
    <span
      className="inline-grid grid-cols-[44px_auto_44px] items-center rounded-pill border border-line-strong bg-sheet"
      role="group"
      aria-label={labels.group}
    >
      <button
        type="button"
        className={BUTTON}
        aria-label={labels.lower}
        aria-disabled={value <= min}
        onClick={() => onChange(lower)}
      >
        <FormIcon name="minus" size={20} />
      </button>
      <span className="min-w-25 text-center font-display font-bold whitespace-nowrap">
        {before && <small className="font-text text-14 font-normal text-ink-2">{before} </small>}
        <output>
          {value} {unit}
        </output>
      </span>
      <button
        type="button"
        className={BUTTON}
        aria-label={labels.higher}
        aria-disabled={value >= max}
        onClick={() => onChange(higher)}
      >
        <FormIcon name="plus" size={20} />
      </button>
    </span>
  )
}
