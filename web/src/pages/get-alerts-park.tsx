import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { ChannelChoice } from '../features/activation/channel-choice.tsx'
import { useOrder } from '../features/activation/use-order.ts'
import { checkGetAlerts } from '../features/get-alerts/check-get-alerts.ts'
import { StartFields } from '../features/get-alerts/start-fields.tsx'
import { firstStart, isCovered, MIDNIGHT, type Start } from '../features/get-alerts/start.ts'
import { GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import { RIDE_LIST } from '../features/parks/band.ts'
import { boardQuery } from '../features/parks/queries.ts'
import { useRideWaits } from '../features/parks/ride-waits.tsx'
import { alertSettingsQuery, pricesQuery } from '../features/settings/queries.ts'
import { newChoiceOf } from '../features/subscriptions/edits.ts'
import { RideList } from '../features/subscriptions/ride-list.tsx'
import { useParkChoice } from '../features/subscriptions/use-park-choice.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { parkDateAt, timezoneName } from '../lib/park-time.ts'
import { FormProblem } from '../ui/form-problem.tsx'
import { Panel } from '../ui/panel.tsx'
import { GetAlertsFrame } from './get-alerts-frame.tsx'
import { OrderTicket } from './get-alerts-order.tsx'
import { PassTicket } from './get-alerts-pass.tsx'
import { PushDevices } from './push-devices.tsx'

export type ParkAlertsProps = {
  email: string
  caller: Caller
  park: { id: string; name: string; timezone: string }
  /** What the server keeps of the park; undefined without a pass or plan. */
  subscription: SubscriptionView | undefined
  /** What the server keeps could not be read. */
  isUnread: boolean
  isPlanCovering: boolean
  now: Date
  setup: ReactNode
  recent: ReactNode
  /** A pass was ordered, and is not there yet. */
  isWaiting: boolean
  onWait: (isWaiting: boolean) => void
  onParkChange: (parkId: string) => void
}

/** One park: its rides, and what runs there. */
export function ParkAlerts({ email, caller, park, subscription, now, ...props }: ParkAlertsProps) {
  const today = parkDateAt(now, park.timezone)
  const [start, setStart] = useState<Start>(() => firstStart(subscription, now, park.timezone))
  const [isPushChosen, setPushChosen] = useState(false)
  const board = useQuery(boardQuery(park.id))
  const waits = useRideWaits(park.id, RIDE_LIST)
  const prices = useQuery(pricesQuery)
  const { data: settings } = useQuery(alertSettingsQuery)
  const rides = board.data && newChoiceOf(park, board.data.rides, settings?.defaultThresholdMinutes)
  const choice = useParkChoice({ caller, email, parkId: park.id, rides, subscription })
  const priceList = prices.isError ? null : prices.data
  const form = useOrder({
    parkId: park.id,
    today,
    account: { email, caller },
    prices: priceList,
    onParkChange: props.onParkChange,
    fixed: {
      email,
      dates: [start.date],
      ...(start.date > today && start.time !== MIDNIGHT && { startTime: start.time }),
    },
    check: checkGetAlerts,
    returnTo: 'get-alerts',
  })
  const covered = subscription && isCovered(subscription, start, now) ? subscription : undefined
  const isOrdering = !covered && !props.isPlanCovering
  const isThere = covered !== undefined
  const { isWaiting, onWait } = props
  useEffect(() => {
    if (isThere && isWaiting) onWait(false)
  }, [isThere, isWaiting, onWait])
  const { parts: smsParts } = form.sms

  return (
    <GetAlertsFrame
      setup={
        <>
          {props.setup}
          {isOrdering && (
            <div className="grid gap-4 sm:grid-cols-2">
              <ChannelChoice
                channel={form.draft.channel}
                isSmsSold={priceList && priceList.smsEnabled}
                onChange={(channel) => form.change('channel', channel)}
                push={{ isChosen: isPushChosen, onChoose: setPushChosen }}
              />
              {smsParts && (
                <smsParts.PhoneField
                  phone={form.draft.phone}
                  problem={form.problems.phone}
                  onChange={(phone) => form.change('phone', phone)}
                />
              )}
            </div>
          )}
          {isOrdering && <HowWords isPush={isPushChosen} email={email} />}
        </>
      }
      ticket={
        props.isUnread && !subscription ? (
          <Panel kind="error" title="Error loading data" heading="h2">
            <p className="text-ink-2">Failed to load your subscription data</p>
          </Panel>
        ) : isOrdering ? (
          <OrderTicket
            form={form}
            choice={choice}
            park={park}
            start={start}
            now={now}
            subscription={subscription}
            isWaiting={isWaiting}
            onWait={() => onWait(true)}
          />
        ) : (
          <PassTicket
            caller={caller}
            choice={choice}
            park={park}
            start={start}
            now={now}
            subscription={subscription}
          />
        )
      }
      recent={props.recent}
      foot={(isPushChosen || isThere) && <PushDevices caller={caller} />}
    >
      <section className="grid gap-3" aria-label={`Rides of ${park.name}`}>
        {board.isLoadingError && !subscription && <LoadProblem of={board} />}
        {choice.shown ? (
          <RideList
            subscription={choice.shown}
            waits={board.isPending ? undefined : waits}
            onEdit={choice.edit}
            isSearchable
          />
        ) : (
          !board.isLoadingError && (
            <div role="status" aria-label="Loading the rides" className="skeleton h-130!" />
          )
        )}
        <FormProblem problem={choice.hasFailed ? GET_ALERTS_TEXTS.saveFailed : null} />
        <p className="text-14 text-ink-2" aria-live="polite">
          {choice.isClearedOnly
            ? 'No Rides Selected. Until you choose one, the rides you had before stay on. To end them all, stop the alerts.'
            : choice.chosenCount === 1
              ? '1 ride chosen.'
              : `${choice.chosenCount} rides chosen.`}
        </p>
      </section>
      <StartFields start={start} today={today} zone={timezoneName(now, park.timezone)} onChange={setStart} />
    </GetAlertsFrame>
  )
}

const HowWords = ({ isPush, email }: { isPush: boolean; email: string }) => (
  <p className="text-14 wrap-anywhere text-ink-2">
    {isPush
      ? 'Push comes with an email pass at no price of its own. Turn it on for this device below; it can replace the emails.'
      : 'Alerts go to'}{' '}
    {!isPush && <b>{email}</b>}
  </p>
)
