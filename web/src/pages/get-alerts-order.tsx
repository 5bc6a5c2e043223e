import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActivationResultPanel } from '../features/activation/activation-result.tsx'
import { PromoCodeField } from '../features/activation/promo-code-field.tsx'
import { PriceTag } from '../features/activation/ticket-head.tsx'
import type { OrderForm } from '../features/activation/use-order.ts'
import {
  ACTIVATION_FAILED,
  GET_ALERTS_TEXTS,
  SUBSCRIPTION_ERROR,
} from '../features/get-alerts/get-alerts-words.ts'
import {
  beginWords,
  chosenWords,
  controlWords,
  keepStart,
  readyWords,
  startsWords,
  type Start,
} from '../features/get-alerts/start.ts'
import { configQuery } from '../features/settings/queries.ts'
import type { ParkChoice } from '../features/subscriptions/use-park-choice.ts'
import type { ProblemText } from '../lib/form-texts.ts'
import { dollars } from '../lib/money.ts'
import { isOffered } from '../lib/offers.ts'
import { NotLoaded } from '../lib/later-part.tsx'
import { dayLabel } from '../lib/park-time.ts'
import { Button } from '../ui/button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { Link } from '../ui/link.tsx'
import { ThumbBar } from '../ui/thumb-bar.tsx'
import { NewerBuild } from '../ui/newer-build.tsx'
import { GuaranteeNote } from './guarantee-note.tsx'
import { SupportLink } from './support-link.tsx'

type OrderTicketProps = {
  form: OrderForm
  choice: ParkChoice
  park: { id: string; name: string; timezone: string }
  start: Start
  now: Date
  /** The subscription for other days than the chosen one. */
  subscription: SubscriptionView | undefined
  /** A chosen day has ended while the page was open. */
  isPast: boolean
  isWaiting: boolean
  onWait: () => void
}

/** The day is not covered yet: what it costs, and the one button that orders it and starts its alerts. */
export function OrderTicket({ form, choice, park, start, now, subscription, ...props }: OrderTicketProps) {
  const { data: config } = useQuery(configQuery)
  const [problem, setProblem] = useState<ProblemText | null>(null)

  async function press(): Promise<void> {
    if (choice.chosenCount === 0) return setProblem(GET_ALERTS_TEXTS.noRides)
    if (props.isPast && start.dates.length === 0) return setProblem(GET_ALERTS_TEXTS.dateInPast)
    setProblem(null)
    keepStart(start)
    if ((await form.submit()) === 'active') props.onWait()
  }

  if (form.taken?.status === 'confirmation-sent') {
    const done = { parkName: park.name, taken: form.taken, inboxUrl: config?.inboxUrl ?? null }
    return <ActivationResultPanel {...done} limit="your limit" onBack={form.startOver} />
  }
  if (props.isWaiting) return <Starting />
  const { parts: smsParts, hasFailed, retry } = form.sms
  return (
    <div className="grid gap-4">
      <form
        className="ticket"
        aria-labelledby="pass"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void press()
        }}
      >
        <OrderHead form={form} park={park} start={start} />
        <div className="perf" />
        <div className="ticket__part">
          <OrderWords isOtherDay={subscription !== undefined} />
          {isOffered('payments') && (
            <PromoCodeField form={form} demoCode={config?.demoCode ?? null} support={<SupportLink />} />
          )}
          {smsParts && <smsParts.SmsConsent />}
          {hasFailed && <NotLoaded onRetry={retry} />}
          {form.isOutdated && <NewerBuild>What you entered stays here.</NewerBuild>}
          <p className="font-bold max-lg:hidden" aria-live="polite">
            {readyWords(choice.chosenCount)}
          </p>
          <ThumbBar
            words={chosenWords(choice.chosenCount)}
            more={startsWords(start)}
            problem={<FormProblem problem={problem ?? orderProblem(form)} />}
          >
            <Button type="submit" wide busy={form.isSending} disabled={form.sms.isMissing}>
              {controlWords(false, start, now, park.timezone)}
              {priceWords(form)}
            </Button>
          </ThumbBar>
          {isOffered('payments') && <NextStep form={form} begins={beginWords(start, now, park.timezone)} />}
        </div>
      </form>
    </div>
  )
}

const NextStep = ({ form, begins }: { form: OrderForm; begins: string }) => (
  <p className="text-14 text-ink-2">
    {form.isFree ? 'No payment is needed.' : `Next: pay by card. ${begins}`}
    {!form.isFree && (
      <>
        {' '}
        <GuaranteeNote form={form} />
      </>
    )}
  </p>
)

function OrderHead({ form, park, start }: Pick<OrderTicketProps, 'form' | 'park' | 'start'>) {
  return (
    <div className="ticket__part">
      <div className="ticket__head">
        <div className="min-w-0">
          <h2 id="pass" className="ticket__title">
            {park.name}
          </h2>
          <p className="pt-1 text-14 text-ink-2">
            {form.draft.channel === 'sms' ? 'SMS' : 'Email'} day pass{daysWords(start.dates)}
          </p>
        </div>
        <PriceTag price={form.price} days={start.dates.length} />
      </div>
    </div>
  )
}

const daysWords = ([first, ...more]: string[]) =>
  first === undefined ? '' : more.length === 0 ? `, ${dayLabel(first)}` : `, ${more.length + 1} days`

const OrderWords = ({ isOtherDay }: { isOtherDay: boolean }) => (
  <p className="text-14 text-ink-2">
    {isOtherDay
      ? 'What you have does not cover these days yet.'
      : 'You need an active subscription to receive alerts.'}{' '}
    A day pass covers one park
    {isOffered('/plan') && (
      <>
        ; the <Link to="/plan?from=get-alerts">unlimited plan</Link> covers all of them
      </>
    )}
    .
  </p>
)

const Starting = () => (
  <section className="ticket" role="status" aria-label="Alerts">
    <div className="ticket__part">
      <h2 className="ticket__title">Starting your alerts</h2>
      <p className="text-ink-2">Your pass is on its way to this page. It takes a few seconds.</p>
    </div>
  </section>
)

const priceWords = ({ isFree, price }: OrderForm) =>
  !isFree && price ? ` · ${dollars(price.totalCents)}` : ''

/** No page of the payment came: the words of this page (core, section 8). Any other failure is the reason why nothing was activated. */
function orderProblem({ failure, isOutdated }: OrderForm): ProblemText | null {
  if (!failure || isOutdated) return null
  if (failure.code === 'no-checkout-url') return { ...failure, title: SUBSCRIPTION_ERROR }
  return { title: ACTIVATION_FAILED, text: `${failure.title}: ${failure.text}` }
}
