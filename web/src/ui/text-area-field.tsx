import { useId, type ComponentProps } from 'react'
import { FieldError, type FieldProblem } from './field.tsx'

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  hint?: string
  problem?: FieldProblem | undefined
}

/** A few sentences. */
export function TextAreaField({ label, hint, problem, ...area }: TextAreaFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-14 font-bold">
        {label} {hint && <span className="font-normal text-ink-2">{hint}</span>}
      </label>
      <textarea
        id={id}
        rows={5}
        className="input py-3"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        {...area}
      />
      <FieldError id={`${id}-problem`} problem={problem} />
    </div>
  )
}
