import { toDays } from '@walkon/contracts/park-time'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CheckoutResult, titleOf } from '../features/checkout/checkout-result.tsx'
import { checkoutQuery } from '../features/checkout/queries.ts'
import { configQuery } from '../features/settings/queries.ts'
import { TextStep, TextStepWords } from '../features/ways/text-step.tsx'
import { ApiError } from '../lib/api.ts'
import { callerOfMail } from '../lib/link-caller.ts'
import { forgetOrder } from '../lib/kept-order.ts'
import { problemText } from '../lib/problem-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { LoadProblem } from '../lib/load-problem.tsx'
import { FirstRides } from './first-rides.tsx'
import { PageHead } from './page-head.tsx'
import { WrongOrderLink } from './wrong-order-link.tsx'

/** The page to which the payment page leads back. The return proves nothing: billing says the state of the order. */
export function SubscriptionSuccessPage() {
  const [params] = useSearchParams()
  const sessionId = params.get('session_id') ?? ''
  const query = useQuery({ ...checkoutQuery(sessionId), enabled: sessionId !== '' })
  const isUnknown = sessionId === '' || (query.error instanceof ApiError && query.error.status === 404)
  const title = query.data ? titleOf(query.data) : isUnknown ? UNKNOWN.title : 'Your order'
  const { data: config } = useQuery(configQuery)
  const isPlaced = query.data?.status === 'active' || query.data?.status === 'processing'
  useEffect(() => {
    if (isPlaced) forgetOrder()
  }, [isPlaced])
  return (
    <div className="page min-h-dvh pb-24">
      {/* Another title is another state of the page. */}
      <PageHead key={title} title={title} takesFocus={query.data !== undefined} />
      {isUnknown && <Unknown />}
      {!isUnknown && query.isPending && <Loading label="Loading your order" className="h-90! max-w-140" />}
      {!isUnknown && query.isLoadingError && <LoadProblem of={query} />}
      {query.data && (
        <CheckoutResult
          checkout={query.data}
          sessionId={sessionId}
          inboxUrl={config?.inboxUrl ?? null}
          renderRides={(token, parkId) => <FirstRides token={token} parkId={parkId} />}
          renderText={(token) => (token ? <TextStep caller={callerOfMail(token)} /> : <TextStepWords />)}
          wrong={
            <WrongOrderLink
              order={query.data.orderReference ?? sessionId}
              parkName={query.data.parkName}
              days={toDays(query.data.dates)}
            />
          }
        />
      )}
    </div>
  )
}

const UNKNOWN = problemText(new ApiError(404, 'checkout-not-found', 'There is no such order'))

const Unknown = () => (
  <div className="grid max-w-140 justify-items-start gap-6">
    <p className="lede">{UNKNOWN.text}</p>
    <ButtonLink to="/#alerts">Return to Home</ButtonLink>
  </div>
)
