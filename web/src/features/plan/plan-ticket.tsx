import type { PlanView } from '@walkon/contracts/http/plans'
import type { Caller } from '../../lib/api.ts'
import type { ReactNode } from 'react'
import { dollars } from '../../lib/money.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Shape } from '../../ui/shape.tsx'
import { isCovering, nextWords, stateWords } from './plan-words.ts'
import { openPortal, startPlan } from './queries.ts'

type PlanTicketProps = {
  plan: PlanView
  caller: Caller
  /** The payment page has led back here. */
  hasReturned: boolean
  /** The plan was opened from Get Alerts, where its buyer goes on. */
  isForGetAlerts: boolean
  /** How long alerts go on after a payment that failed. */
  grace: ReactNode
  /** The plan's texts. */
  texts: ReactNode
}

/** The plan of an account: what it costs, how it stands, and what can be done. */
export function PlanTicket(props: PlanTicketProps) {
  const { plan } = props
  const isOn = isCovering(plan)
  return (
    <section className="ticket max-w-140" aria-label="Your plan">
      <div className="ticket__part">
        <div className="ticket__head">
          <h2 className="ticket__title">All your parks</h2>
          <p className="price">
            {dollars(plan.monthCents)} <small>per month</small>
          </p>
        </div>
        <p className="flex items-center gap-2 font-bold" role="status">
          <Shape name={isOn ? 'walk' : 'closed'} className="[--size:14px]" />
          {stateWords(plan)}
        </p>
        <p>{nextWords(plan)}</p>
      </div>
      <div className="perf" />
      <div className="ticket__part">{isOn ? <Manage {...props} /> : <Buy {...props} />}</div>
    </section>
  )
}

/** Before the plan, or while its payment page is open. The same page opens again, however often it is asked for. */
function Buy({ plan, caller, hasReturned, isForGetAlerts, grace, texts }: PlanTicketProps) {
  const buying = useAction(async () => location.assign((await startPlan(caller)).url))
  const isOpening = plan.state === 'opening'
  return (
    <>
      {isOpening && hasReturned && (
        <p>We haven’t heard from the payment page yet. This page updates by itself.</p>
      )}
      <FormProblem problem={buying.problem} />
      <Button busy={buying.isBusy} quiet={isOpening && hasReturned} onClick={buying.run}>
        {isOpening ? 'Go to the payment' : `Get the plan for ${dollars(plan.monthCents)} a month`}
      </Button>
      {isForGetAlerts && <Link to="/get-alerts">Back to Get Alerts</Link>}
      <p className="text-14 text-ink-2">
        It renews each month until you cancel, which you can do here at any time; it then runs to the end of
        the month you paid for. If a payment fails, your alerts go on for {grace}. Alerts come by email and
        push. The money-back guarantee of day passes does not apply. {texts}
      </p>
    </>
  )
}

function Manage({ plan, caller, isForGetAlerts }: PlanTicketProps) {
  const opening = useAction(async () => location.assign((await openPortal(caller)).url))
  const isPastDue = plan.state === 'past-due'
  return (
    <>
      <FormProblem problem={opening.problem} />
      <div className="flex flex-wrap gap-3">
        {!isPastDue &&
          (isForGetAlerts ? (
            <ButtonLink to="/get-alerts">Back to Get Alerts</ButtonLink>
          ) : (
            <ButtonLink to="/manage-alerts">Choose parks and rides</ButtonLink>
          ))}
        <Button quiet={!isPastDue} busy={opening.isBusy} onClick={opening.run}>
          {isPastDue ? 'Check your card' : plan.cancelsAtPeriodEnd ? 'Keep the plan' : 'Card or cancel'}
        </Button>
      </div>
      <p className="text-14 text-ink-2">The plan watches each park where you’ve chosen rides.</p>
    </>
  )
}
