import type { ComponentType, ReactNode } from 'react'
import { dollars } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { NewerBuild } from '../../ui/newer-build.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { OrderForm } from './use-order.ts'

type TicketEndProps = {
  form: OrderForm
  isParkAwaited: boolean
  limit: ReactNode
  Guarantee: ComponentType<{ form: OrderForm }>
}

/** The button, what it leads to, and what went wrong. */
export function TicketEnd({ form, isParkAwaited, limit, Guarantee }: TicketEndProps) {
  const { failure, isOutdated, sms } = form
  return (
    <>
      {sms.parts && <sms.parts.SmsConsent />}
      {isOutdated && <NewerBuild>What you entered stays here.</NewerBuild>}
      {failure && !isOutdated && (
        <Panel kind="error" title={failure.title}>
          <p className="text-ink-2">{failure.text} What you entered is still here.</p>
        </Panel>
      )}
      <p aria-live="polite" className="text-14 empty:hidden">
        {form.price === null && 'We can’t show the price right now. You’ll see it before you pay.'}
      </p>
      <Button type="submit" wide busy={form.isSending} disabled={sms.isMissing || isParkAwaited}>
        {buttonWords(form)}
      </Button>
      <p className="text-14 text-ink-2">
        {nextWords(form)} whenever a ride drops to {limit} or less. You can change the limit for each ride.{' '}
        {!form.isFree && <Guarantee form={form} />}
      </p>
    </>
  )
}

function buttonWords({ isFree, isSending, price }: OrderForm): string {
  if (isFree) return isSending ? 'Activating' : 'Activate Alerts!'
  if (isSending) return 'Opening the payment page'
  return price ? `Continue to payment · ${dollars(price.totalCents)}` : 'Continue to payment'
}

function nextWords({ isFree, isProven }: OrderForm): string {
  if (!isFree) return 'Next: pay by card. Then we tell you'
  return isProven
    ? 'No link to open. We tell you'
    : 'Next: confirm your address from the link we send. Then we tell you'
}
