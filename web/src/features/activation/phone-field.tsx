import { TextField, type FieldProblem } from '../../ui/field.tsx'

type PhoneFieldProps = {
  phone: string
  problem: FieldProblem | undefined
  onChange: (phone: string) => void
}

/** The number for texts. */
export function PhoneField({ phone, problem, onChange }: PhoneFieldProps) {
  return (
    <TextField
      label="Phone"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+1 407 555 0142"
      data-field="phone"
      value={phone}
      problem={problem}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
