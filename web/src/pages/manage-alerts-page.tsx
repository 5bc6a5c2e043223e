import { useEffect, useMemo } from 'react'
import { RequireSignIn } from '../features/auth/require-sign-in.tsx'
import { useAuth } from '../features/auth/use-auth.ts'
import { RecentAlerts } from '../features/history/recent-alerts.tsx'
import { SubscriptionCard } from '../features/subscriptions/subscription-card.tsx'
import { useSubscriptionEdits } from '../features/subscriptions/use-subscription-edits.ts'
import { ApiError, callerOfMail, type Caller } from '../lib/api.ts'
import { problemText } from '../lib/problem-texts.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { useNow } from '../lib/use-now.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'

/**
 * What a visitor has asked us to watch. The link in every alert opens it without an account; it is what counts while it is there,
 * because it may be about another address than the account.
 */
export function ManageAlertsPage() {
  useTitle('Manage Alerts | Walkon')
  const { token, forget } = useAddressToken('manage')
  const holder = useMemo(() => (token ? callerOfMail(token) : null), [token])
  const { user } = useAuth()
  return (
    <div className="page pb-16">
      <PageHead title="Manage Alerts">
        {user && <WhoseAlerts email={user.email} isOfMail={holder !== null} onOwnWanted={forget} />}
      </PageHead>
      {holder ? (
        <ManagedAlerts key={holder.key} caller={holder} onRefused={forget} />
      ) : (
        <RequireSignIn>{(_user, caller) => <ManagedAlerts key={caller.key} caller={caller} />}</RequireSignIn>
      )}
    </div>
  )
}

type WhoseAlertsProps = { email: string; isOfMail: boolean; onOwnWanted: () => void }

/** For somebody who is signed in: the account's alerts, or those of the mail through which they came. */
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
      <p>You came through the link of a mail: these are the alerts of its address.</p>
      <Button quiet small className="wrap-anywhere" onClick={onOwnWanted}>
        Show the alerts of {email}
      </Button>
    </div>
  )
}

function ManagedAlerts({ caller, onRefused }: { caller: Caller; onRefused?: () => void }) {
  const now = useNow()
  const edits = useSubscriptionEdits(caller)
  const { query, subscriptions } = edits
  const isRefused = query.error instanceof ApiError && query.error.status === 401

  useEffect(() => {
    if (isRefused) onRefused?.()
  }, [isRefused, onRefused])

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-12">
      <div className="grid gap-6">
        {query.isPending && (
          <div
            role="status"
            aria-label="Loading your subscriptions"
            className="skeleton h-70! rounded-card!"
          />
        )}
        {query.isError && !subscriptions && (
          <Panel kind="error" title="Error loading data" heading="h2">
            <p className="text-ink-2">Failed to load your subscription data</p>
            <Button small busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Panel>
        )}
        {subscriptions?.length === 0 && (
          <Panel kind="open" title="No alerts are running" heading="h2">
            <p className="text-ink-2">Choose a park and your days, and we watch its rides for you.</p>
            <ButtonLink to="/">Choose a park</ButtonLink>
          </Panel>
        )}
        {subscriptions?.map((subscription) => (
          <SubscriptionCard key={subscription.id} subscription={subscription} onEdit={edits.edit} />
        ))}
        {subscriptions && subscriptions.length > 0 && <SaveBar edits={edits} />}
      </div>
      <RecentAlerts caller={caller} now={now} />
    </div>
  )
}

/** Stays in reach of the thumb while there is something to save. */
function SaveBar({ edits }: { edits: ReturnType<typeof useSubscriptionEdits> }) {
  const { hasChanges, isSaving, saveError, notice, save } = edits
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-3 rounded-card border border-line-strong bg-sheet p-4 ${hasChanges ? 'sticky bottom-3 z-10' : ''}`}
    >
      <div aria-live="polite" className="min-w-0 flex-1 basis-50">
        {saveError ? (
          <p className="text-error">
            <b>Error saving changes</b> {savingText(saveError)}
          </p>
        ) : (
          <p>{notice ?? (hasChanges ? 'You have changes that are not saved.' : 'Nothing to save.')}</p>
        )}
      </div>
      <Button busy={isSaving} disabled={!hasChanges} onClick={save}>
        {isSaving ? 'Saving' : 'Save Changes'}
      </Button>
    </div>
  )
}

function savingText(error: Error): string {
  const isOffline = error instanceof ApiError && error.code === 'unreachable'
  return isOffline ? problemText(error).text : 'Failed to save your preferences. Please try again'
}
