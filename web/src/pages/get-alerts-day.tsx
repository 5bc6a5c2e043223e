import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { checkoutQuery } from '../features/checkout/queries.ts'
import { forgetActive } from '../features/get-alerts/start.ts'
import { historyQuery } from '../features/history/queries.ts'
import { RecentAlerts } from '../features/history/recent-alerts.tsx'
import { Credit } from '../features/parks/credit.tsx'
import { NoAlertsNote } from '../features/parks/no-alerts-note.tsx'
import { destinationsQuery } from '../features/parks/queries.ts'
import { EndedList } from '../features/subscriptions/ended-list.tsx'
import { coverQuery, subscriptionsQuery } from '../features/subscriptions/queries.ts'
import { readDraftPark } from '../features/subscriptions/ride-draft.ts'
import { useEnded } from '../features/subscriptions/use-ended.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { PagePark } from '../lib/page-park.tsx'
import { readParkId } from '../lib/park-address.ts'
import { useNow } from '../lib/use-now.ts'
import { Debug } from './get-alerts-debug.tsx'
import { ParkAlerts } from './get-alerts-park.tsx'
import { PaymentReturn } from './payment-return.tsx'
import { UnsetAlerts } from './get-alerts-unset.tsx'
import { useParkOfPage } from './use-park-of-page.ts'

/** After the payment until its pass is there. */
const RECHECK_MS = 2_000

type GetAlertsDayProps = {
  email: string
  caller: Caller
  /** The place of the day while its parts are on the way. */
  loading: ReactNode
}

/** The day of an account: its park, its rides, and the button that starts and stops their alerts. */
export function GetAlertsDay({ email, caller, loading }: GetAlertsDayProps) {
  const now = useNow()
  const [params] = useSearchParams()
  const sessionId = params.get('success') === 'true' ? params.get('session_id') : null
  const checkout = useQuery({ ...checkoutQuery(sessionId ?? 'none'), enabled: sessionId !== null })
  const cover = useQuery(coverQuery(caller))
  const { history, hasAlerts } = useHistory(caller)
  const [isOrdered, setOrdered] = useState(false)
  const { subscriptions, ended } = useSubscriptions({ caller, checkout: checkout.data, isOrdered, now })
  const { list, park, parkId, choose } = useChosenPark(caller, email, checkout.data?.parkId)

  const isFirstLook = (sessionId !== null && !checkout.isFetched) || parkId === undefined
  const ofAccount = [cover, ended, history]
  const isLoading = list.isPending || ofAccount.some(({ isPending }) => isPending)
  if (subscriptions.isPending || isLoading || isFirstLook) return loading
  if (subscriptions.isLoadingError) return <LoadProblem of={subscriptions} title="Error loading data" />
  const setup = (
    <>
      <PagePark destinations={list.data} parkId={park?.id} onChoose={choose} />
      {list.isLoadingError && <LoadProblem of={list} />}
      {park && <NoAlertsNote parkId={park.id} />}
    </>
  )
  const isAwaited = isPassAwaited(checkout.data, subscriptions.data)
  const subscription = subscriptions.data.find((each) => each.parkId === park?.id)
  // Without a pass and an alert there is nothing to wait for.
  const hasHistory = subscriptions.data.length > 0 || hasAlerts
  const about = { caller, park, subscription, now }
  return (
    <div className="grid gap-8">
      {sessionId !== null && <PaymentReturn of={checkout} hasCome={!isAwaited} />}
      <EndedList ended={ended.list} onSeen={ended.putAway} isSignedIn />
      {park ? (
        <ParkAlerts
          key={park.id}
          email={email}
          caller={caller}
          park={park}
          subscription={subscription}
          isPlanCovering={typeof cover.data?.coveredUntil === 'string'}
          now={now}
          setup={setup}
          recent={<Recent {...about} hasHistory={hasHistory} />}
          isWaiting={isOrdered || (isAwaited && checkout.data?.parkId === park.id)}
          onWait={setOrdered}
        />
      ) : (
        <UnsetAlerts
          setup={setup}
          recent={<Recent {...about} hasHistory={hasHistory} />}
          destinations={list.data}
          isNamed={parkId !== null || params.has('park')}
        />
      )}
      <Credit />
    </div>
  )
}

/** The recent alerts, and if there are or were any: cleared ones leave a word in their place. */
function useHistory(caller: Caller) {
  const history = useQuery(historyQuery(caller))
  const [hadAlerts, setHadAlerts] = useState(false)
  if (!hadAlerts && history.data && history.data.length > 0) setHadAlerts(true)
  return { history, hasAlerts: hadAlerts || history.isError }
}

type Awaited = { caller: Caller; checkout: CheckoutState | undefined; isOrdered: boolean; now: Date }

type RecentProps = Omit<ComponentProps<typeof Debug>, 'park'> & {
  park: ComponentProps<typeof Debug>['park'] | undefined
  hasHistory: boolean
}

const Recent = ({ hasHistory, park, ...props }: RecentProps) => (
  <>
    {hasHistory && <RecentAlerts caller={props.caller} now={props.now} />}
    {park && <Debug key={park.id} park={park} {...props} />}
  </>
)

/** The account's subscriptions, asked again while an ordered pass is on its way, and those that have ended. */
function useSubscriptions({ caller, checkout, isOrdered, now }: Awaited) {
  const subscriptions = useQuery({
    ...subscriptionsQuery(caller),
    refetchInterval: ({ state: { data } }) =>
      isOrdered || isPassAwaited(checkout, data) ? RECHECK_MS : false,
  })
  const ended = useEnded(caller, subscriptions.data, now)
  const isOver = ended.list.length > 0 && subscriptions.data?.length === 0
  useEffect(() => {
    // The flag of the browser follows the server (core, section 4).
    if (isOver) forgetActive()
  }, [isOver])
  return { subscriptions, ended }
}

/** The payment is made, or may be at any moment, and its pass is not in the list yet. */
function isPassAwaited(checkout: CheckoutState | undefined, known: SubscriptionView[] | undefined): boolean {
  if (checkout?.status !== 'active' && checkout?.status !== 'open') return false
  const pass = known?.find(({ parkId }) => parkId === checkout.parkId)
  return !(pass?.isCoveredByPlan || checkout.dates.some((date) => pass?.dates.includes(date)))
}

/** The park of the address or of the payment, else the one of every page; and how another one is chosen. */
function useChosenPark(caller: Caller, email: string, paidId: string | undefined) {
  const [params, setParams] = useSearchParams()
  const list = useQuery(destinationsQuery)
  const parkId = useParkOfPage(caller, readParkId(params) ?? paidId ?? null, readDraftPark(email))
  const park = list.data?.flatMap(({ parks }) => parks).find(({ id }) => id === parkId)
  const choose = (id: string) => setParams({ park: id }, { replace: true, preventScrollReset: true })
  return { list, park, parkId, choose }
}
