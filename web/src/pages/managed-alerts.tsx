import { NEEDS_SUBSCRIPTION } from '../features/get-alerts/get-alerts-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ComponentProps, type ReactNode } from 'react'
import { historyQuery } from '../features/history/queries.ts'
import { RecentAlerts } from '../features/history/recent-alerts.tsx'
import { limitFactsOf } from '../features/parks/limit-history.tsx'
import { NoAlertsNote } from '../features/parks/no-alerts-note.tsx'
import { useRideWaits } from '../features/parks/ride-waits.tsx'
import type { Delivery } from '../features/subscriptions/card-status.ts'
import { EndedList } from '../features/subscriptions/ended-list.tsx'
import { PauseForToday } from '../features/subscriptions/pause-for-today.tsx'
import { usePreferences } from '../features/subscriptions/preferences.ts'
import { coverQuery } from '../features/subscriptions/queries.ts'
import { QuietHours } from '../features/subscriptions/quiet-hours.tsx'
import { SaveBar } from '../features/subscriptions/save-bar.tsx'
import { SubscriptionCard } from '../features/subscriptions/subscription-card.tsx'
import { useEnded } from '../features/subscriptions/use-ended.ts'
import {
  useSubscriptionEdits,
  type SubscriptionEdits,
} from '../features/subscriptions/use-subscription-edits.ts'
import { Ways } from '../features/ways/ways.tsx'
import { ApiError, type Caller } from '../lib/api.ts'
import { useNow } from '../lib/use-now.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Panel } from '../ui/panel.tsx'
import { AddPark } from './add-park.tsx'
import { OrdersUnderWay } from './orders-under-way.tsx'
import { PushDevices } from './push-devices.tsx'
import { useDelivery } from './use-delivery.ts'

/** The anchor of the part that says if alerts arrive. */
const WAYS = 'ways'

type ManagedAlertsProps = {
  caller: Caller
  /** An account, rather than the holder of a link. */
  isAccount?: boolean
  onRefused?: () => void
}

/** The caller's parks first, then the recent alerts, where alerts go, and when they rest. */
export function ManagedAlerts({ caller, isAccount = false, onRefused }: ManagedAlertsProps) {
  const now = useNow()
  const edits = useSubscriptionEdits(caller)
  const history = useQuery(historyQuery(caller))
  const cover = useQuery(coverQuery(caller))
  const ended = useEnded(caller, edits.subscriptions, now)
  const preferences = usePreferences(caller)
  const delivery = useDelivery(caller, preferences, now)
  // The key of an earlier release bears no mark, and is refused.
  const isOfOnePark =
    caller.opensOnePark || (cover.error instanceof ApiError && cover.error.code === 'opens-one-park')
  const { query, subscriptions } = edits
  // A link can end while its page is open.
  const isRefused = [query.error, edits.saveError].some(
    (error) => error instanceof ApiError && error.status === 401,
  )

  useEffect(() => {
    if (isRefused) onRefused?.()
  }, [isRefused, onRefused])

  // All at once: an answer that comes second would push the first one down.
  const isAddressPending = history.isPending || cover.isPending || preferences.isFirstLoad
  if (query.isPending || ended.isPending || (!isOfOnePark && isAddressPending)) return <LoadingAlerts />
  const parkCount = subscriptions?.length ?? 0
  // Without a park and an alert the panel beside it says that nothing runs.
  const hasHistory = parkCount > 0 || history.data?.length !== 0
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-12">
      <Parks
        caller={caller}
        edits={edits}
        ended={ended}
        isAccount={isAccount}
        isCovered={typeof cover.data?.coveredUntil === 'string'}
        delivery={delivery}
        pause={
          parkCount > 0 &&
          !isOfOnePark && <PauseForToday preferences={preferences} now={now} isInCard={parkCount === 1} />
        }
      />
      {isOfOnePark && <OneParkNote />}
      {!isOfOnePark && hasHistory && <RecentAlerts caller={caller} now={now} />}
      {!isOfOnePark && (
        <div id={WAYS} className="scroll-mt-4 lg:col-span-2">
          <Ways caller={caller} />
          <PushDevices caller={caller} />
          {parkCount > 0 && <QuietHours preferences={preferences} />}
        </div>
      )}
    </div>
  )
}

type ParksProps = {
  caller: Caller
  edits: SubscriptionEdits
  ended: ReturnType<typeof useEnded>
  isAccount: boolean
  /** True if an unlimited plan covers, so that parks may be added. */
  isCovered: boolean
  delivery: Delivery
  /** In the card of the only park, and above several. */
  pause: ReactNode
}

/** The watched parks and those that have ended, or that nothing runs. */
function Parks({ caller, edits, ended, isAccount, isCovered, delivery, pause }: ParksProps) {
  const { query, subscriptions = [] } = edits
  const hasNothing = edits.subscriptions?.length === 0 && ended.list.length === 0
  const isOne = subscriptions.length === 1
  return (
    <div className="grid gap-6">
      {query.isError && !edits.subscriptions && (
        <Failure title="Error loading data" busy={query.isFetching} onRetry={() => void query.refetch()}>
          Failed to load your subscription data
        </Failure>
      )}
      <EndedList ended={ended.list} onSeen={ended.putAway} isSignedIn={isAccount} />
      {hasNothing && !isCovered && (
        <Panel kind="open" title="No alerts are running" heading="h2">
          {isAccount && <OrdersUnderWay caller={caller} />}
          <p className="text-ink-2">{NEEDS_SUBSCRIPTION}</p>
          <ButtonLink to="/get-alerts">Get Alerts</ButtonLink>
        </Panel>
      )}
      {!isOne && pause}
      {subscriptions.map((subscription) => (
        <ParkCard
          key={subscription.id}
          subscription={subscription}
          delivery={delivery}
          pause={isOne && pause}
          onEdit={edits.edit}
        />
      ))}
      {edits.subscriptions && isCovered && <AddPark caller={caller} subscriptions={subscriptions} />}
      {subscriptions.length > 0 && <SaveBar edits={edits} />}
    </div>
  )
}

/** The key of a tab that has paid, or of a number that was texted: it proves no mailbox. */
const OneParkNote = () => (
  <Panel kind="open" title="Only this park" heading="h2">
    <p className="text-ink-2">
      You see the alerts of one order here. For recent alerts, quiet hours, pausing and where your alerts go,
      open “Choose your rides” in our email, or log in.
    </p>
  </Panel>
)

type ParkCardProps = Omit<ComponentProps<typeof SubscriptionCard>, 'waits' | 'facts' | 'waysId' | 'note'>

function ParkCard(props: ParkCardProps) {
  const waits = useRideWaits(props.subscription.parkId)
  const facts = limitFactsOf(props.subscription.parkId)
  const note = <NoAlertsNote parkId={props.subscription.parkId} />
  return <SubscriptionCard {...props} waits={waits} facts={facts} waysId={WAYS} note={note} />
}

/** A placeholder as tall as a screen, so that the footer does not move when the alerts come. */
function LoadingAlerts() {
  return (
    <div
      role="status"
      aria-label="Loading your alerts"
      className="grid min-h-dvh content-start gap-8 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-12"
    >
      <div className="skeleton h-160! rounded-card!" />
      <div className="skeleton h-60! rounded-card!" />
    </div>
  )
}
