import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import type { NewWatch } from '@walkon/contracts/new-watches'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useOrder } from '../features/activation/use-order.ts'
import { checkGetAlerts } from '../features/get-alerts/check-get-alerts.ts'
import { StartFields } from '../features/get-alerts/start-fields.tsx'
import { firstStart, isCovered, MIDNIGHT, type Start } from '../features/get-alerts/start.ts'
import { boardQuery } from '../features/parks/queries.ts'
import { alertSettingsQuery, pricesQuery } from '../features/settings/queries.ts'
import { newChoiceOf, toOrderedRides } from '../features/subscriptions/edits.ts'
import { useParkChoice } from '../features/subscriptions/use-park-choice.ts'
import type { Caller } from '../lib/api.ts'
import { parkDateAt, timezoneName } from '../lib/park-time.ts'
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
  /** What the server keeps of the park; undefined without a pass or plan. */
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
  const [start, setStart] = useState<Start>(() => firstStart(subscription, now, park.timezone))
  const [isPushChosen, setPushChosen] = useState(false)
  const { board, choice, watches } = useRides({ caller, email: props.email, park, subscription })
  const prices = usePrices()
  const form = useParkOrder({ caller, email: props.email, park, start, today, prices, watches })
  const isThere = subscription !== undefined && isCovered(subscription, start, now)
  const isOrdering = !isThere && !props.isPlanCovering
  useEffect(() => void (isThere && isWaiting && onWait(false)), [isThere, isWaiting, onWait])
  const shared = { choice, park, start, now, subscription }
  return (
    <GetAlertsFrame
      setup={
        <>
          {props.setup}
          {isOrdering && (
            <AlertsBy
              form={form}
              isSmsSold={prices && prices.smsEnabled}
              push={{ isChosen: isPushChosen, onChoose: setPushChosen }}
            />
          )}
        </>
      }
      ticket={
        isOrdering ? (
          <OrderTicket form={form} {...shared} isWaiting={isWaiting} onWait={() => onWait(true)} />
        ) : (
          <PassTicket caller={caller} {...shared} />
        )
      }
      recent={props.recent}
      foot={(isPushChosen || isThere) && <PushDevices caller={caller} />}
    >
      <ParkRides park={park} board={board} choice={choice} />
      <StartFields
        start={start}
        today={today}
        zone={timezoneName(now, park.timezone)}
        onChange={(chosen) => {
          setStart(chosen)
          form.clearProblem('dates')
        }}
      />
    </GetAlertsFrame>
  )
}

type ParkOrder = Pick<ParkAlertsProps, 'caller' | 'email' | 'park'> & {
  start: Start
  today: string
  prices: ReturnType<typeof usePrices>
  watches: NewWatch[] | undefined
}

/** The order of one day of the park, for the account's own address. */
function useParkOrder({ caller, email, park, start, today, prices, watches }: ParkOrder) {
  return useOrder({
    parkId: park.id,
    today,
    account: { email, caller },
    prices,
    onParkChange: staysHere,
    page: {
      fixed: { email, dates: [start.date], ...toStartTime(start, today) },
      check: checkGetAlerts,
      returnTo: 'get-alerts',
      ...(watches && { watches }),
    },
  })
}

/** The page has decided for a park: entries that were kept for another one do not lead away from it, nor from the return of a payment. */
const staysHere = () => undefined

/** Undefined while they are being asked for, null where they cannot be had. */
function usePrices() {
  const { data, isError } = useQuery(pricesQuery)
  return isError ? null : data
}

/** A pass for today begins at once. */
const toStartTime = ({ date, time }: Start, today: string) =>
  date > today && time !== MIDNIGHT ? { startTime: time } : {}

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
