import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useState, type ReactNode } from 'react'
import { ACTIVATION_FAILED, GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import {
  chosenWords,
  controlWords,
  forgetActive,
  keepStart,
  readyWords,
  type Start,
} from '../features/get-alerts/start.ts'
import { aboutWords, cardStatus, type CardStatus } from '../features/subscriptions/card-status.ts'
import { usePreferences } from '../features/subscriptions/preferences.ts'
import type { ParkChoice } from '../features/subscriptions/use-park-choice.ts'
import { useParkSwitch } from '../features/subscriptions/use-park-switch.ts'
import { TestAlert } from '../features/ways/test-alert.tsx'
import { ApiError, type Caller } from '../lib/api.ts'
import { END_TEXTS } from '../lib/end-texts.ts'
import type { ProblemText } from '../lib/form-texts.ts'
import { problemText } from '../lib/problem-texts.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { Link } from '../ui/link.tsx'
import { Shape } from '../ui/shape.tsx'
import { ThumbBar } from '../ui/thumb-bar.tsx'
import { useDelivery } from './use-delivery.ts'

type PassTicketProps = {
  caller: Caller
  choice: ParkChoice
  park: { id: string; name: string; timezone: string }
  start: Start
  now: Date
  /** Undefined where a plan covers, and no ride was chosen in this park yet. */
  subscription: SubscriptionView | undefined
}

/** The day is covered by a pass or by the plan: what runs, until when, and the one button that starts and stops it. */
export function PassTicket({ caller, choice, park, start, now, subscription }: PassTicketProps) {
  const [refusal, setRefusal] = useState<ProblemText | null>(null)
  const isActive = subscription?.active === true
  const delivery = useDelivery(caller, usePreferences(caller), now)
  // The card of Manage Alerts says the same of the same: its words are read from one place.
  const shown = subscription && { ...subscription, watches: choice.shown?.watches ?? subscription.watches }
  const status = shown && cardStatus(shown, delivery)
  const action = usePassSwitch({ caller, choice, start, subscription, onRefusal: setRefusal })

  function press(): void {
    const isWithoutRides = !isActive && choice.chosenCount === 0
    setRefusal(isWithoutRides ? GET_ALERTS_TEXTS.noRides : null)
    if (!isWithoutRides) action.run()
  }

  return (
    <section className="ticket" aria-labelledby="pass">
      <div className="ticket__part">
        <h2 id="pass" className="ticket__title">
          {park.name}
        </h2>
        <p className="text-14 text-ink-2">
          {shown
            ? aboutWords(shown, delivery)
            : 'Covered by your unlimited plan. Choose rides, then activate.'}
        </p>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        <Status status={isActive ? status : undefined} chosen={choice.chosenCount} />
        {subscription?.allRidesEnabled && isActive && (
          <p className="border-l-8 border-line-strong pl-4">
            <b className="block font-display">All rides enabled</b>
            No ride was selected, so we turned them all on.
          </p>
        )}
        <PassControl
          isActive={isActive}
          chosen={choice.chosenCount}
          problem={<FormProblem problem={refusal ?? action.problem} />}
        >
          <Button wide quiet={isActive} busy={action.isBusy || choice.isSaving} onClick={press}>
            {controlWords(isActive, start, now, park.timezone)}
          </Button>
        </PassControl>
        <p className="text-14 text-ink-2">
          {isActive ? 'Stopping keeps your days and your rides.' : 'Starting again costs nothing.'}
        </p>
        <TestAlert caller={caller} channel={subscription?.channels.includes('sms') ? 'sms' : 'email'} />
      </div>
    </section>
  )
}

type PassSwitch = Pick<PassTicketProps, 'caller' | 'choice' | 'start' | 'subscription'> & {
  onRefusal: (refusal: ProblemText) => void
}

/** Stops active alerts, and starts others. */
function usePassSwitch({ caller, choice, start, subscription, onRefusal }: PassSwitch) {
  const parkSwitch = useParkSwitch(caller)
  return useAction(
    async () => {
      if (subscription?.active) {
        await parkSwitch.setActive(subscription, false)
        forgetActive()
        return
      }
      const kept = subscription
        ? await parkSwitch.setActive(subscription, true)
        : choice.shown && (await parkSwitch.addPark(choice.shown))
      if (kept?.watches.every(({ active }) => !active)) onRefusal(GET_ALERTS_TEXTS.noRidesSaved)
      keepStart(start)
    },
    (error) => {
      const problem = activationProblem(error)
      // The flag of the browser follows the server (core, section 4).
      if (problem === END_TEXTS['money-back']) forgetActive()
      return problem
    },
  )
}

type PassControlProps = { isActive: boolean; chosen: number; problem: ReactNode; children: ReactNode }

/** Alerts that are off are one tap away; those that run are stopped in their ticket. */
const PassControl = ({ isActive, chosen, problem, children }: PassControlProps) =>
  isActive ? (
    <>
      {problem}
      {children}
    </>
  ) : (
    <ThumbBar words={chosenWords(chosen)} more="Alerts are off" problem={problem}>
      {children}
    </ThumbBar>
  )

type StatusProps = { status: CardStatus | undefined; chosen: number }

/** Tells if the rides are watched; without a status the alerts are off. */
const Status = ({ status, chosen }: StatusProps) => (
  <p className="flex items-center gap-x-2 font-bold" aria-live="polite">
    <Shape name={status?.isRunning ? 'walk' : 'closed'} className="[--size:14px]" />
    <span className="flex flex-wrap items-center gap-x-2">
      <span>{status?.words ?? readyWords(chosen)}</span>
      {status && !status.isRunning && chosen > 0 && (
        <Link to="/manage-alerts">{status.way ?? 'Change this in Manage Alerts'}</Link>
      )}
    </span>
  </p>
)

/** The pass has ended, or was taken back, while the page was open: its own words. Any other reason stands under the failure. */
function activationProblem(error: unknown): ProblemText {
  const isGone =
    error instanceof ApiError && (error.code === 'subscription-not-found' || error.code === 'plan-required')
  return isGone ? END_TEXTS['money-back'] : { title: ACTIVATION_FAILED, text: problemText(error).text }
}
