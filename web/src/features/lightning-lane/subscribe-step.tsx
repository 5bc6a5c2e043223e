import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { dollars } from '../../lib/money.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { checkProblem, subscriptionProblem } from './lane-words.ts'
import { assistDayQuery, startAssistDay, subscriptionQuery } from './queries.ts'

/**
 * The second step: a paid day, sold once the account is connected (decisions, section 7). The payment page opens in a new tab, and this one
 * hears of the payment.
 */
export function SubscribeStep({ caller, isConnected }: { caller: Caller; isConnected: boolean }) {
  const subscription = useQuery(subscriptionQuery(caller))
  const day = useQuery(assistDayQuery(caller))
  const buying = useAction(() => openPayment(caller, day.refetch), subscriptionProblem)
  if (subscription.isPending || day.isPending)
    return <Loading label="Checking your subscription" className="h-50!" />
  if (!subscription.data) return <LoadProblem of={subscription} wordsOf={checkProblem} />
  if (!day.data) return <LoadProblem of={day} wordsOf={checkProblem} />
  const { subscribed, subscription_end: end } = subscription.data
  const { state, dayCents } = day.data
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status" className="font-bold">
        {subscribed && end
          ? `Subscribed until ${endWords(end)}`
          : state === 'opening' || state === 'processing'
            ? 'Waiting for the payment. This page updates by itself.'
            : `${dollars(dayCents)} a day`}
      </p>
      <p>
        It watches the return times of your preferences, tells you by email and on your devices, and links to
        the park’s own booking. Bookings here are practice: we book nothing for you.
      </p>
      <p className="text-ink-2">
        {subscribed
          ? 'Another day begins when this one ends.'
          : 'The day begins when you pay, and does not renew.'}{' '}
        It is no ride-alert pass, and the money-back guarantee of day passes does not apply.
      </p>
      <FormProblem problem={buying.problem} />
      {isConnected ? (
        <Button quiet={subscribed} busy={buying.isBusy} onClick={buying.run}>
          {subscribed ? `Add a day for ${dollars(dayCents)}` : `Subscribe for ${dollars(dayCents)}`}
        </Button>
      ) : (
        <p className="border-l-8 border-line-strong pl-4">
          Connect your Disney account first. Then you can buy a day here.
        </p>
      )}
    </div>
  )
}

/** The tab is opened by the press itself: a browser blocks one that opens after an answer. */
async function openPayment(caller: Caller, refetch: () => Promise<unknown>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const { url } = await startAssistDay(caller)
    if (!tab) return location.assign(url)
    tab.opener = null
    tab.location.href = url
    await refetch()
  } catch (error) {
    tab?.close()
    throw error
  }
}

const endWords = (end: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(
    new Date(end),
  )
