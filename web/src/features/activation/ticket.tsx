import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react'
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
  /** A code that the form offers, in the local run. */
  demoCode: string | null
  /** The ride that brought the visitor here. */
  wish: Wish | null
  /** The address for questions. */
  support: ReactNode
}

/** Each press is a wish of its own. */
export type Wish = { rideName: string }

/** Free email alerts for a park and days, with a promo code. */
export function Ticket({ popularParks, otherParks, parkId, now, wish, limit, ...props }: TicketProps) {
  const form = useActivation(parkId, props.account)
  const park = [...popularParks, ...otherParks].find(({ id }) => id === parkId)
  const today = parkDateAt(now, park?.timezone ?? DEFAULT_TIMEZONE)
  const dates = form.draft.dates.filter((date) => date >= today)
  const heading = useWish(wish, () => {
    if (dates.length === 0) form.change('dates', [today])
  })

  if (form.result && park) {
    const done = {
      park,
      inboxUrl: props.inboxUrl,
      limit,
      result: form.result,
      draft: { ...form.draft, dates },
    }
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
        heading={heading}
        about={wish && park ? wishWords(wish, park) : 'Day pass, one park, all rides'}
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
        <PromoCodeField form={form} demoCode={props.demoCode} support={props.support} />
        <TicketEnd form={form} limit={limit} />
      </div>
    </TicketForm>
  )
}

const wishWords = ({ rideName }: Wish, { name }: ParkOption) => `For all rides at ${name}, ${rideName} too`

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
  heading,
  about,
}: { days: number | undefined; heading: RefObject<HTMLHeadingElement | null>; about: string } & Pick<
  TicketProps,
  'isSmsAnnounced'
>) {
  return (
    <div className="ticket__part">
      <div className="ticket__head">
        <div>
          <h2
            id="alerts-title"
            ref={heading}
            tabIndex={-1}
            className="ticket__title focus-visible:outline-none"
          >
            Email alerts
          </h2>
          <p className="text-14 text-ink-2">{about}</p>
        </div>
        <p className="price price--free">
          FREE<small>{days === undefined ? 'with a promo code' : daysWords(days)}</small>
        </p>
      </div>
      <ChannelChoice isSmsAnnounced={isSmsAnnounced} />
    </div>
  )
}

/** A visitor who wants to hear of a ride arrives at the form: with today chosen, and without the phone's keyboard over it. */
function useWish(wish: Wish | null, onWish: () => void): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const take = useEffectEvent(() => {
    onWish()
    const email = heading.current?.closest('form')?.querySelector<HTMLElement>('input[name="email"]')
    const isTouch = matchMedia('(pointer: coarse)').matches
    ;(isTouch ? heading.current : email)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (wish) take()
  }, [wish])
  return heading
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
          ? 'Your alerts start right away.'
          : 'Next: confirm your address from the link we send.'}{' '}
        {form.isProven ? 'We' : 'Then we'} email you whenever a ride drops to {limit} or less. You can change
        the limit for each ride.
      </p>
    </>
  )
}

function daysWords(count: number): string {
  if (count === 0) return 'choose your days'
  return count === 1 ? '1 day' : `${count} days`
}
