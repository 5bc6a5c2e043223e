import type { ComponentProps } from 'react'
import { FormIcon } from './form-icon.tsx'

type TickProps = Omit<ComponentProps<'input'>, 'type'> & { label: string; labelHidden?: boolean }
type CheckboxProps = TickProps & {
  /** Drawn as a large circle, at the end of a row. */
  isRound?: boolean
}

/** The input lies invisibly over the painted box. */
const LABEL = 'relative flex min-h-11 min-w-11 cursor-pointer items-center gap-2'
const INPUT = 'peer absolute inset-0 m-0 size-full cursor-pointer opacity-0'
const PAINTED =
  'flex-none border-2 border-line-strong bg-sheet peer-checked:border-action peer-checked:bg-action peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action'
const BOX = 'grid place-items-center text-on-action *:invisible peer-checked:*:visible'
const SQUARE = 'size-6.5 rounded-[6px]'
const CIRCLE = 'mx-1.5 size-8 rounded-pill'
const RAIL = 'h-7.5 w-13 rounded-pill p-0.75'
const KNOB =
  'before:block before:size-5 before:rounded-pill before:bg-line-strong before:transition-[translate] before:duration-120 before:ease-out peer-checked:before:translate-x-5.5 peer-checked:before:bg-on-action forced-colors:before:bg-[ButtonText]!'

export function Checkbox({ label, labelHidden = false, isRound = false, ...input }: CheckboxProps) {
  return (
    <label className={LABEL}>
      <input type="checkbox" className={INPUT} {...(labelHidden && { 'aria-label': label })} {...input} />
      <span className={`${PAINTED} ${BOX} ${isRound ? CIRCLE : SQUARE}`}>
        <FormIcon name="check" size={20} />
      </span>
      {!labelHidden && <span>{label}</span>}
    </label>
  )
}

export function Switch({ label, labelHidden = false, ...input }: TickProps) {
  return (
    <label className={LABEL}>
      <input
        type="checkbox"
        role="switch"
        className={INPUT}
        {...(labelHidden && { 'aria-label': label })}
        {...input}
      />
      <span className={`${PAINTED} ${RAIL} ${KNOB}`} />
      {!labelHidden && <span className="font-bold">{label}</span>}
    </label>
  )
}
