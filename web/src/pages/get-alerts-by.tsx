import { ChannelChoice } from '../features/activation/channel-choice.tsx'
import type { OrderForm } from '../features/activation/use-order.ts'
import { isOffered } from '../lib/offers.ts'

type AlertsByProps = {
  form: OrderForm
  isSmsSold: boolean | null | undefined
  push: { isChosen: boolean; onChoose: (isChosen: boolean) => void }
}

/** How the alerts of an order come. They go to the account: its address, and the number that is entered here. */
export function AlertsBy({ form, isSmsSold, push }: AlertsByProps) {
  const { parts: smsParts } = form.sms
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ChannelChoice
          channel={form.draft.channel}
          isSmsSold={isSmsSold}
          onChange={(channel) => form.change('channel', channel)}
          push={push}
        />
        {smsParts && (
          <smsParts.PhoneField
            phone={form.draft.phone}
            problem={form.problems.phone}
            onChange={(phone) => form.change('phone', phone)}
          />
        )}
      </div>
      {push.isChosen ? (
        <p className="text-14 text-ink-2">
          Push comes with an email pass{isOffered('payments') && ' at no price of its own'}. Turn it on for
          this device below; it can replace the emails.
        </p>
      ) : (
        <p className="text-14 wrap-anywhere text-ink-2">
          {form.draft.channel === 'sms' ? 'Until your phone answers YES, alerts go to' : 'Alerts go to'}{' '}
          <b>{form.draft.email}</b>.
        </p>
      )}
    </div>
  )
}
