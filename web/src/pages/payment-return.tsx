import type { CheckoutState } from '@walkon/contracts/http/checkouts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ComponentProps } from 'react'
import { RefundNote } from '../features/checkout/checkout-ended.tsx'
import { CheckoutNews, titleOf } from '../features/checkout/checkout-result.tsx'
import { GET_ALERTS_TEXTS, SUBSCRIPTION_ERROR } from '../features/get-alerts/get-alerts-words.ts'
import { configQuery } from '../features/settings/queries.ts'
import { ApiError } from '../lib/api.ts'
import { forgetOrder } from '../lib/kept-order.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { problemText } from '../lib/problem-texts.ts'
import { Panel } from '../ui/panel.tsx'

type PaymentReturnProps = {
  of: ComponentProps<typeof LoadProblem>['of'] & { data: CheckoutState | undefined; isPending: boolean }
  /** The pass is on the page. */
  hasCome: boolean
}

/** Billing's state of the payment that led back here: the return itself proves nothing. The page of all orders says the same. */
export function PaymentReturn({ of, hasCome }: PaymentReturnProps) {
  const { data: checkout, error, isPending } = of
  const isPlaced = checkout?.status === 'active' || checkout?.status === 'processing'
  useEffect(() => {
    if (isPlaced) forgetOrder()
  }, [isPlaced])
  if (checkout) {
    return (
      <div role="status">
        <State checkout={checkout} hasCome={hasCome} />
      </div>
    )
  }
  if (isPending) return <Panel title="Checking your payment" heading="h2" />
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Panel kind="error" title={SUBSCRIPTION_ERROR} heading="h2">
        <p className="text-ink-2">{problemText(error).text}</p>
      </Panel>
    )
  }
  return <LoadProblem of={of} title={SUBSCRIPTION_ERROR} wordsOf={notAsked} />
}

const notAsked = (error: unknown) => ({
  title: SUBSCRIPTION_ERROR,
  text: `We couldn’t check on your payment. ${problemText(error).text}`,
})

function State({ checkout, hasCome }: { checkout: CheckoutState; hasCome: boolean }) {
  const { data: config } = useQuery(configQuery)
  const { status, ended, refund } = checkout
  if (status === 'active') {
    return (
      <Panel title={GET_ALERTS_TEXTS.paid.title} heading="h2">
        {refund && <RefundNote {...checkout} refund={refund} />}
        <p className="text-ink-2">
          {hasCome ? 'Your pass is below, with the rides you chose.' : GET_ALERTS_TEXTS.paid.text}
        </p>
      </Panel>
    )
  }
  const isFailure = status === 'expired' && ended !== 'over'
  return (
    <Panel kind={isFailure ? 'error' : 'plain'} title={titleOf(checkout)} heading="h2">
      <CheckoutNews checkout={checkout} inboxUrl={config?.inboxUrl ?? null} hasForm />
    </Panel>
  )
}
