import type { PriceList } from '@walkon/contracts/http/billing'
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react'
import { AfterHydration } from '../../lib/after-hydration.tsx'
import { later } from '../../lib/later.ts'
import { parkDateAt } from '../../lib/park-time.ts'
import { TextField } from '../../ui/field.tsx'
import { isOffered } from '../../lib/offers.ts'
import { NotLoaded } from '../../lib/later-part.tsx'
import { useWakingForm } from '../../lib/waking-form.tsx'
import { ParkField } from '../../lib/park-picker.tsx'
import type { ParkChoice } from '../../lib/popular-parks.ts'
import { DaysField, DaysPlace } from './days-field.tsx'
import { FIELD_ORDER, type ChosenRides } from './draft.ts'
import { PromoCodeField } from './promo-code-field.tsx'
import { TicketEnd } from './ticket-end.tsx'
import { TicketHead } from './ticket-head.tsx'
import { useOrder, type OrderAccount, type OrderForm } from './use-order.ts'

// Code that a click needs is not part of the first load.
const ActivationResultPanel = later(() => import('./activation-result.tsx'), 'ActivationResultPanel')

/** The zone of today before a park is known. */
const DEFAULT_TIMEZONE = 'America/New_York'

export type TicketProps = {
  popularParks: ParkChoice[]
  otherParks: ParkChoice[]
  parkId: string | undefined
  /** The list of the parks is on its way: nothing is sent before the park that the address names is there. */
  isParkAwaited: boolean
  onParkChange: (parkId: string) => void
  now: Date
  account: OrderAccount | null
  /** Undefined while they are being asked for, null when they cannot be had. */
  prices: PriceList | null | undefined
  /** The wait at which a ride alerts until the visitor sets another. */
  limit: ReactNode
  inboxUrl: string | null
  /** A code that the form offers, in the local run. */
  demoCode: string | null
  /** The ride that brought the visitor here. */
  wish: Wish | null
  /** The rides of the order, if it is from a ride. */
  renderRides: (rides: ChosenRides, onChoose: (rides: ChosenRides) => void) => ReactNode
  Guarantee: ComponentType<{ form: OrderForm }>
  /** The address for questions. */
  support: ReactNode
  /** A note about the park, before the order. */
  parkNote: ReactNode
}

/** Each press is a wish of its own. */
export type Wish = Pick<ChosenRides, 'parkId' | 'rideId' | 'rideName'>

/** Email or SMS alerts for a park and days: paid, or free with a promo code. */
export function Ticket({ popularParks, otherParks, parkId, now, wish, limit, ...props }: TicketProps) {
  const { account, prices, onParkChange } = props
  const park = [...popularParks, ...otherParks].find(({ id }) => id === parkId)
  const today = parkDateAt(now, park?.timezone ?? DEFAULT_TIMEZONE)
  const form = useOrder({ parkId, today, account, prices, onParkChange })
  const heading = useWish(wish, () => {
    if (form.draft.dates.length === 0) form.change('dates', [today])
    if (wish && form.draft.rides?.rideId !== wish.rideId) form.change('rides', toThatRide(wish))
  })

  const rides = form.draft.rides?.parkId === park?.id ? form.draft.rides : undefined

  // An order for another park is not what this ticket is about.
  if (form.taken && form.taken.order.parkId === park?.id) {
    const done = { parkName: park.name, taken: form.taken, inboxUrl: props.inboxUrl, limit }
    return (
      <Suspense fallback={<div className="ticket min-h-100" />}>
        <ActivationResultPanel {...done} onBack={form.startOver} />
      </Suspense>
    )
  }
  return (
    <TicketForm form={form}>
      <TicketHead
        form={form}
        isSmsSold={prices && prices.smsEnabled}
        heading={heading}
        about={rides && rides.scope !== 'all' ? 'Day pass, one park' : 'Day pass, one park, all rides'}
      />
      <div className="perf" />
      <div className="ticket__part">
        <TicketPark form={form} parkId={park?.id} {...{ popularParks, otherParks, onParkChange }} />
        {props.parkNote}
        {rides && props.renderRides(rides, (next) => form.change('rides', next))}
        <AfterHydration place={<DaysPlace />}>
          <DaysField
            today={today}
            dates={form.draft.dates}
            soldOut={form.soldOut}
            problem={form.problems.dates}
            onChange={(chosen) => form.change('dates', chosen)}
          />
        </AfterHydration>
        <Recipient form={form} />
        {isOffered('payments') && (
          <PromoCodeField form={form} demoCode={props.demoCode} support={props.support} />
        )}
        <TicketEnd
          form={form}
          isParkAwaited={!parkId && props.isParkAwaited}
          limit={limit}
          Guarantee={props.Guarantee}
        />
      </div>
    </TicketForm>
  )
}

type TicketParkProps = Pick<TicketProps, 'popularParks' | 'otherParks' | 'parkId' | 'onParkChange'> & {
  form: OrderForm
}

const TicketPark = ({ form, parkId, popularParks, otherParks, onParkChange }: TicketParkProps) => (
  <ParkField
    groups={[
      { label: 'Popular', parks: popularParks },
      { label: 'More parks', parks: otherParks },
    ]}
    parkId={parkId}
    problem={form.problems.parkId}
    onChange={(id) => {
      onParkChange(id)
      form.clearProblem('parkId')
    }}
  />
)

const toThatRide = (wish: Wish): ChosenRides => ({
  ...wish,
  scope: 'ride',
  watches: [{ rideId: wish.rideId }],
})

function TicketForm({ form, children }: { form: OrderForm; children: ReactNode }) {
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
      {...useWakingForm()}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {children}
    </form>
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

/** The recipient of the alerts. */
function Recipient({ form }: { form: OrderForm }) {
  const { parts, hasFailed, retry } = form.sms
  return (
    <>
      {parts && (
        <parts.PhoneField
          phone={form.draft.phone}
          problem={form.problems.phone}
          onChange={(phone) => form.change('phone', phone)}
        />
      )}
      {hasFailed && <NotLoaded onRetry={retry} />}
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
    </>
  )
}
