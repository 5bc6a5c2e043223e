import { TextField } from '../../ui/field.tsx'
import type { OrderForm } from './use-order.ts'

/** Where the texts go. */
export function PhoneField({ form }: { form: OrderForm }) {
  return (
    <TextField
      label="Phone"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+1 407 555 0142"
      data-field="phone"
      value={form.draft.phone}
      problem={form.problems.phone}
      onChange={(event) => form.change('phone', event.target.value)}
    />
  )
}
