import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import type { NewWatch } from '@walkon/contracts/new-watches'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { DaysField } from '../features/activation/days-field.tsx'
import { useOrder, type OrderForm } from '../features/activation/use-order.ts'
import { checkGetAlerts } from '../features/get-alerts/check-get-alerts.ts'
import { StartFields } from '../features/get-alerts/start-fields.tsx'
import { firstStart, uncoveredDates, type Start } from '../features/get-alerts/start.ts'
import { boardQuery } from '../features/parks/queries.ts'
import { alertSettingsQuery, pricesQuery } from '../features/settings/queries.ts'
import { newChoiceOf, toOrderedRides } from '../features/subscriptions/edits.ts'
import { useParkChoice } from '../features/subscriptions/use-park-choice.ts'
import type { Caller } from '../lib/api.ts'
import { parkDateAt, timezoneName } from '../lib/park-time.ts'
import { TextButton } from '../ui/text-button.tsx'
import { GetAlertsFrame } from './get-alerts-frame.tsx'
import { AlertsBy } from './get-alerts-by.tsx'
import { OrderTicket } from './get-alerts-order.tsx'
import { PassTicket } from './get-alerts-pass.tsx'
import { ParkRides } from './get-alerts-rides.tsx'
import { PushDevices } from './push-devices.tsx'

type ParkAlertsProps = {
  email: string
  caller: Caller
  park: { id: string; name: string; timezone: string }
  /** The server's state of the park; undefined without a pass or plan. */
  subscription: SubscriptionView | undefined
  isPlanCovering: boolean
  now: Date
  setup: ReactNode
  recent: ReactNode
  /** A pass was ordered, and is not there yet. */
  isWaiting: boolean
  onWait: (isWaiting: boolean) => void
}

/** One park: its rides, and what runs there. */
export function ParkAlerts({
  caller,
  park,
  subscription,
  now,
  isWaiting,
  onWait,
  ...props
}: ParkAlertsProps) {
  const today = parkDateAt(now, park.timezone)
  const { start, chosen, dates, isThere, setStart } = useStart(subscription, now, park.timezone)
  const [isPushChosen, setPushChosen] = useState(false)
  const { board, choice, watches } = useRides({ caller, email: props.email, park, subscription })
  const prices = usePrices()
  const order = { email: props.email, park, start: { ...start, dates }, today }
  const form = useParkOrder({ ...order, caller, prices, watches })
  const isOrdering = !isThere && !props.isPlanCovering
  useEffect(() => void (isThere && isWaiting && onWait(false)), [isThere, isWaiting, onWait])
  const shared = { choice, park, start: { ...start, dates: isThere ? chosen : dates }, now, subscription }
  return (
    <GetAlertsFrame
      setup={props.setup}
      rides={<ParkRides park={park} board={board} choice={choice} />}
      ticket={
        isOrdering ? (
          <OrderTicket
            form={form}
            {...shared}
            isPast={chosen.length < start.dates.length}
            isWaiting={isWaiting}
            onWait={() => onWait(true)}
          />
        ) : (
          <PassTicket caller={caller} {...shared} />
        )
      }
      recent={props.recent}
      foot={(isPushChosen || isThere) && <PushDevices caller={caller} />}
    >
      <ParkStart
        form={form}
        timezone={park.timezone}
        now={now}
        start={{ ...start, dates: chosen }}
        isRunning={isThere && subscription?.active === true}
        onChange={setStart}
      />
      {isOrdering && (
        <AlertsBy
          form={form}
          isSmsSold={prices && prices.smsEnabled}
          push={{ isChosen: isPushChosen, onChoose: setPushChosen }}
        />
      )}
    </GetAlertsFrame>
  )
}

/** The days that are chosen, those of them that are to be ordered, and whether what the visitor has covers them all. */
function useStart(subscription: SubscriptionView | undefined, now: Date, timezone: string) {
  const [start, setStart] = useState<Start>(() => firstStart(subscription, now, timezone))
  const today = parkDateAt(now, timezone)
  const chosen = start.dates.filter((date) => date >= today)
  const dates = uncoveredDates(subscription, chosen, now)
  const isThere = subscription !== undefined && chosen.length > 0 && dates.length === 0
  return { start, chosen, dates, isThere, setStart }
}

type ParkStartProps = {
  form: OrderForm
  timezone: string
  now: Date
  /** Without days that have ended. */
  start: Start
  /** True if a pass already runs for this choice: the form then adds other days. */
  isRunning: boolean
  onChange: (start: Start) => void
}

function ParkStart({ form, timezone, now, start, isRunning, onChange }: ParkStartProps) {
  const [isAdding, setAdding] = useState(false)
  if (isRunning && !isAdding) return <TextButton onClick={() => setAdding(true)}>Add another day</TextButton>
  const today = parkDateAt(now, timezone)
  return (
    <StartFields
      start={start}
      today={today}
      zone={timezoneName(now, timezone)}
      days={
        <DaysField
          today={today}
          dates={start.dates}
          soldOut={form.soldOut}
          problem={form.problems.dates}
          onChange={(chosen) => {
            onChange({ ...start, dates: chosen.toSorted() })
            form.clearProblem('dates')
          }}
        />
      }
      onTimeChange={(time) => onChange({ ...start, time })}
    />
  )
}

type ParkOrder = Pick<ParkAlertsProps, 'caller' | 'email' | 'park'> & {
  start: Start
  today: string
  prices: ReturnType<typeof usePrices>
  watches: NewWatch[] | undefined
}

/** The order of days of the park, for the account's own address. */
function useParkOrder({ caller, email, park, start, today, prices, watches }: ParkOrder) {
  return useOrder({
    parkId: park.id,
    today,
    account: { email, caller },
    prices,
    onParkChange: staysHere,
    page: {
      fixed: { email, dates: start.dates, ...(start.time && { startTime: start.time }) },
      check: checkGetAlerts,
      returnTo: 'get-alerts',
      ...(watches && { watches }),
    },
  })
}

/** The page has decided for a park. Kept entries of another park lead neither away from it nor from the return of a payment. */
const staysHere = () => undefined

/** Undefined while they are being asked for, null where they cannot be had. */
function usePrices() {
  const { data, isError } = useQuery(pricesQuery)
  return isError ? null : data
}

type RidesOptions = Pick<ParkAlertsProps, 'caller' | 'email' | 'park' | 'subscription'>

/** The park's rides on its board, and which of them are chosen. */
function useRides({ caller, email, park, subscription }: RidesOptions) {
  const board = useQuery(boardQuery(park.id))
  const { data: settings } = useQuery(alertSettingsQuery)
  const rides = board.data && newChoiceOf(park, board.data.rides, settings?.defaultThresholdMinutes)
  const choice = useParkChoice({ caller, email, parkId: park.id, rides, subscription })
  const watches = choice.shown && toOrderedRides(choice.shown, settings?.defaultThresholdMinutes)
  return { board, choice, watches }
}
