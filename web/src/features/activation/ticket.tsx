import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { AfterHydration } from '../../lib/after-hydration.tsx'
import { later } from '../../lib/later.ts'
import { parkDateAt } from '../../lib/park-time.ts'
import { problemText } from '../../lib/problem-texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ChannelChoice } from './channel-choice.tsx'
import { DaysField, DaysPlace } from './days-field.tsx'
import { FIELD_ORDER } from './draft.ts'
import { ParkField, type ParkOption } from './park-field.tsx'
import { PromoCodeField } from './promo-code-field.tsx'
import { useActivation, type Activation, type ActivationAccount } from './use-activation.ts'

// What comes only after a click is not part of the first load.
const ActivationResultPanel = later(() => import('./activation-result.tsx'), 'ActivationResultPanel')

/** Whose today it is before a park is known. */
const DEFAULT_TIMEZONE = 'America/New_York'

export type TicketProps = {
  popularParks: ParkOption[]
  otherParks: ParkOption[]
  parkId: string | undefined
  onParkChange: (parkId: string) => void
  now: Date
  account: ActivationAccount | null
  /** SMS is not sold yet, and its choice says so. Null while this is not known. */
  isSmsAnnounced: boolean | null
  /** The wait at which a ride alerts until the visitor sets another. */
  limit: ReactNode
  inboxUrl: string | null
}

/** Free e-mail alerts for a park and days, with a promo code. */
export function Ticket({ popularParks, otherParks, parkId, now, inboxUrl, limit, ...props }: TicketProps) {
  const form = useActivation(parkId, props.account)
  const park = [...popularParks, ...otherParks].find(({ id }) => id === parkId)
  const today = parkDateAt(now, park?.timezone ?? DEFAULT_TIMEZONE)
  const dates = form.draft.dates.filter((date) => date >= today)

  if (form.result && park) {
    const done = { park, inboxUrl, limit, result: form.result, draft: { ...form.draft, dates } }
    return (
      <Suspense fallback={<div className="ticket min-h-100" />}>
        <ActivationResultPanel {...done} onBack={form.startOver} />
      </Suspense>
    )
  }
  return (
    <TicketForm form={form}>
      <TicketHead
        days={form.codeState === 'valid' ? dates.length : undefined}
        isSmsAnnounced={props.isSmsAnnounced}
      />
      <div className="perf" />
      <div className="ticket__part">
        <ParkField
          popular={popularParks}
          others={otherParks}
          parkId={park?.id}
          problem={form.problems.parkId}
          onChange={(id) => {
            props.onParkChange(id)
            form.clearParkProblem()
          }}
        />
        <AfterHydration place={<DaysPlace />}>
          <DaysField
            today={today}
            dates={dates}
            problem={form.problems.dates}
            onChange={(chosen) => form.change('dates', chosen)}
          />
        </AfterHydration>
        <EmailField form={form} />
        <PromoCodeField form={form} />
        <TicketEnd form={form} limit={limit} />
      </div>
    </TicketForm>
  )
}

function TicketForm({ form, children }: { form: Activation; children: ReactNode }) {
  const element = useRef<HTMLFormElement>(null)
  const focusFirstProblem = useEffectEvent(() => {
    const field = FIELD_ORDER.find((name) => form.problems[name])
    if (field) element.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
  })
  useEffect(() => {
    if (form.refusals > 0) focusFirstProblem()
  }, [form.refusals])

  return (
    <form
      ref={element}
      id="alerts"
      className="ticket"
      aria-labelledby="alerts-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {children}
    </form>
  )
}

/** `days` is how many are free, once a code is known to be good. */
function TicketHead({
  days,
  isSmsAnnounced,
}: { days: number | undefined } & Pick<TicketProps, 'isSmsAnnounced'>) {
  return (
    <div className="ticket__part">
      <div className="ticket__head">
        <div>
          <h2 id="alerts-title" className="ticket__title">
            E-mail alerts
          </h2>
          <p className="text-14 text-ink-2">Day pass, one park, all rides</p>
        </div>
        <p className="price price--free">
          FREE<small>{days === undefined ? 'with a promo code' : daysWords(days)}</small>
        </p>
      </div>
      <ChannelChoice isSmsAnnounced={isSmsAnnounced} />
    </div>
  )
}

function EmailField({ form }: { form: Activation }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      data-field="email"
      value={form.draft.email}
      problem={form.problems.email}
      onChange={(event) => form.change('email', event.target.value)}
    />
  )
}

function TicketEnd({ form, limit }: { form: Activation } & Pick<TicketProps, 'limit'>) {
  const failure = form.failure && problemText(form.failure)
  return (
    <>
      {failure && (
        <Panel kind="error" title={failure.title}>
          <p className="text-ink-2">{failure.text} What you entered is still here.</p>
        </Panel>
      )}
      <Button type="submit" wide busy={form.isSending}>
        {form.isSending ? 'Activating' : 'Activate Alerts!'}
      </Button>
      <p className="text-14 text-ink-2">
        {form.isProven
          ? 'Your alerts start at once.'
          : 'Next: we send a link to confirm your address. After that'}{' '}
        {form.isProven ? 'You' : 'you'} hear from every ride at {limit} or less, and can set your own limits.
      </p>
    </>
  )
}

function daysWords(count: number): string {
  if (count === 0) return 'choose your days'
  return count === 1 ? '1 day' : `${count} days`
}
