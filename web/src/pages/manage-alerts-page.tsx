import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { historyQuery } from '../features/history/queries.ts'
import { RecentAlerts } from '../features/history/recent-alerts.tsx'
import { useRideWaits } from '../features/parks/ride-waits.tsx'
import { PauseForToday } from '../features/subscriptions/pause-for-today.tsx'
import { usePreferences } from '../features/subscriptions/preferences.ts'
import { coverQuery } from '../features/subscriptions/queries.ts'
import { QuietHours } from '../features/subscriptions/quiet-hours.tsx'
import { SaveBar } from '../features/subscriptions/save-bar.tsx'
import { SubscriptionCard } from '../features/subscriptions/subscription-card.tsx'
import { useSubscriptionEdits } from '../features/subscriptions/use-subscription-edits.ts'
import { Ways } from '../features/ways/ways.tsx'
import { ApiError, callerOfMail, type Caller } from '../lib/api.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { useNow } from '../lib/use-now.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Panel } from '../ui/panel.tsx'
import { AddPark } from './add-park.tsx'
import { PageHead } from './page-head.tsx'
import { PushDevices } from './push-devices.tsx'

/**
 * What a visitor has asked us to watch. The link in every alert opens it without an account. While it is there it decides whose
 * alerts are shown, because it may be about another address than the account.
 */
export function ManageAlertsPage() {
  const { token, forget } = useAddressToken('manage')
  const [isOld, setOld] = useState(false)
  const holder = useMemo(() => (token ? callerOfMail(token) : null), [token])
  const { user } = useAuth()
  const refuse = useCallback(() => {
    forget()
    setOld(true)
  }, [forget])
  return (
    <div className="page min-h-dvh pb-16">
      <PageHead>
        {user && !isOld && <WhoseAlerts email={user.email} isOfMail={holder !== null} onOwnWanted={forget} />}
        {user && !holder && (
          <p>
            <Link to="/manage-restaurant-alerts">Your restaurant alerts</Link>
          </p>
        )}
      </PageHead>
      {isOld && <OldLink email={user?.email} onOwnWanted={() => setOld(false)} />}
      {!isOld && holder && <ManagedAlerts key={holder.key} caller={holder} onRefused={refuse} />}
      {!isOld && !holder && (
        <RequireSignIn>{(_user, caller) => <ManagedAlerts key={caller.key} caller={caller} />}</RequireSignIn>
      )}
    </div>
  )
}

type WhoseAlertsProps = { email: string; isOfMail: boolean; onOwnWanted: () => void }

/** For a visitor who is signed in: the account's alerts, or those of the mail that was opened. */
function WhoseAlerts({ email, isOfMail, onOwnWanted }: WhoseAlertsProps) {
  if (!isOfMail) {
    return (
      <p className="wrap-anywhere">
        Logged in as <b>{email}</b>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>You opened this from one of our messages, so you see the alerts for its address.</p>
      <Button quiet small className="wrap-anywhere" onClick={onOwnWanted}>
        Show the alerts for {email}
      </Button>
    </div>
  )
}

/** A manage link ends after thirty days. What it was for is one link, or one login, away. */
function OldLink({ email, onOwnWanted }: { email: string | undefined; onOwnWanted: () => void }) {
  return (
    <div className="max-w-140">
      <Panel kind="error" title="This link no longer works" heading="h2">
        <p className="text-ink-2">
          It is too old, or not complete. Open “Change your rides” in your newest alert email, or log in.
        </p>
        <Button small className="wrap-anywhere" onClick={onOwnWanted}>
          {email ? `Show the alerts for ${email}` : 'Log in'}
        </Button>
      </Panel>
    </div>
  )
}

function ManagedAlerts({ caller, onRefused }: { caller: Caller; onRefused?: () => void }) {
  const now = useNow()
  const edits = useSubscriptionEdits(caller)
  const { isPending: isHistoryPending } = useQuery(historyQuery(caller))
  const cover = useQuery(coverQuery(caller))
  const preferences = usePreferences(caller)
  const isCovered = typeof cover.data?.coveredUntil === 'string'
  const isOfOnePark = cover.error instanceof ApiError && cover.error.code === 'opens-one-park'
  const { query, subscriptions } = edits
  // A link can end while its page is open.
  const isRefused = [query.error, edits.saveError].some(
    (error) => error instanceof ApiError && error.status === 401,
  )

  useEffect(() => {
    if (isRefused) onRefused?.()
  }, [isRefused, onRefused])

  // All at once: an answer that comes second would push the first one down.
  if (query.isPending || isHistoryPending || cover.isPending || preferences.isFirstLoad)
    return <LoadingAlerts />
  const hasParks = (subscriptions?.length ?? 0) > 0
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-12">
      {hasParks && !isOfOnePark && <PauseForToday preferences={preferences} now={now} />}
      <div className="lg:order-1">
        {isOfOnePark ? <OneParkNote /> : <RecentAlerts caller={caller} now={now} />}
      </div>
      <div className="grid gap-6">
        {query.isError && !subscriptions && (
          <Panel kind="error" title="Error loading data" heading="h2">
            <p className="text-ink-2">Failed to load your subscription data</p>
            <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Panel>
        )}
        {subscriptions?.length === 0 && !isCovered && (
          <Panel kind="open" title="No alerts are running" heading="h2">
            <p className="text-ink-2">Choose a park and your days, and we’ll watch its rides for you.</p>
            <ButtonLink to="/">Choose a park</ButtonLink>
          </Panel>
        )}
        {subscriptions?.map((subscription) => (
          <ParkCard key={subscription.id} subscription={subscription} onEdit={edits.edit} />
        ))}
        {subscriptions && isCovered && <AddPark caller={caller} subscriptions={subscriptions} />}
        {hasParks && <SaveBar edits={edits} />}
      </div>
      {!isOfOnePark && (
        <div className="lg:order-2 lg:col-span-2">
          <Ways caller={caller} />
          <PushDevices caller={caller} />
          {hasParks && <QuietHours preferences={preferences} />}
        </div>
      )}
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

type ParkCardProps = { subscription: SubscriptionView; onEdit: (subscription: SubscriptionView) => void }

function ParkCard({ subscription, onEdit }: ParkCardProps) {
  const waits = useRideWaits(subscription.parkId)
  return <SubscriptionCard subscription={subscription} waits={waits} onEdit={onEdit} />
}

/** As tall as a screen, so that the footer does not move when the alerts come. */
function LoadingAlerts() {
  return (
    <div
      role="status"
      aria-label="Loading your alerts"
      className="grid min-h-dvh content-start gap-8 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-12"
    >
      <div className="skeleton h-60! rounded-card! lg:order-1" />
      <div className="skeleton h-160! rounded-card!" />
    </div>
  )
}
