import { dollars } from '../../lib/money.ts'
import { FormIcon } from '../../ui/form-icon.tsx'
import type { OrderForm } from './use-order.ts'

/** The effect of an applied code. */
export function PromoCodeState({ form: { codeState, price } }: { form: OrderForm }) {
  if (codeState === 'unchecked') {
    return (
      <p className="text-14">
        We can’t check codes right now. Go ahead anyway: yours is checked before your alerts start.
      </p>
    )
  }
  return (
    <p className="flex items-center gap-1.5 text-14 font-bold text-go">
      <FormIcon name="check" size={20} />
      {price?.totalCents === 0
        ? 'Code applied. Your alerts are free.'
        : `Code applied. You save ${dollars(price?.discountCents ?? 0)}.`}
    </p>
  )
}
