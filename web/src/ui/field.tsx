import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type FieldProblem = { title: string; text: string }

/** The problem of one field, under it. */
export function FieldError({ id, problem }: { id: string; problem: FieldProblem | undefined }) {
  if (!problem) return null
  return (
    <p id={id} className="flex gap-1.5 text-14 text-error">
      <Icon name="alert" size={20} />
      <span>
        <b className="block">{problem.title}</b> {problem.text}
      </span>
    </p>
  )
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: ReactNode
  problem?: FieldProblem | undefined
  /** A button that belongs to the field. */
  action?: ReactNode
}

export function TextField({ label, hint, problem, action, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-1">
      <label htmlFor={id} className="text-14 font-bold">
        {label} {hint && <span className="font-normal text-ink-2">{hint}</span>}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className="input min-w-0 flex-1"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          {...input}
        />
        {action}
      </div>
      <FieldError id={`${id}-problem`} problem={problem} />
    </div>
  )
}

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & {
  label: string
  problem?: FieldProblem | undefined
}

/** The browser's own list: the best one to use with a thumb. Without a label beside it, it is named by `aria-label`. */
export const Select = ({ children, ...select }: ComponentProps<'select'>) => (
  <span className="relative block">
    <select className="input" {...select}>
      {children}
    </select>
    <span className="pointer-events-none absolute top-3 right-3">
      <Icon name="down" />
    </span>
  </span>
)

/** A select under its label. */
export function SelectField({ label, problem, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-14 font-bold">
        {label}
      </label>
      <Select
        id={id}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        {...select}
      >
        {children}
      </Select>
      <FieldError id={`${id}-problem`} problem={problem} />
    </div>
  )
}
