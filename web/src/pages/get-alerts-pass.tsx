import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useState } from 'react'
import { ACTIVATION_FAILED, GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import { controlWords, forgetActive, isAhead, keepStart, type Start } from '../features/get-alerts/start.ts'
import type { ParkChoice } from '../features/subscriptions/use-park-choice.ts'
import { useParkSwitch } from '../features/subscriptions/use-park-switch.ts'
import { TestAlert } from '../features/ways/test-alert.tsx'
import { ApiError, type Caller } from '../lib/api.ts'
import type { ProblemText } from '../lib/form-texts.ts'
import { clockTimeForVisitor, dayLabel, parkDateAt } from '../lib/park-time.ts'
import { problemText } from '../lib/problem-texts.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { Shape } from '../ui/shape.tsx'

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
  const parkSwitch = useParkSwitch(caller)
  const [refusal, setRefusal] = useState<ProblemText | null>(null)
  const isActive = subscription?.active === true
  const action = useAction(
    async () => {
      if (isActive && subscription) {
        await parkSwitch.setActive(subscription, false)
        forgetActive()
        return
      }
      const kept = subscription
        ? await parkSwitch.setActive(subscription, true)
        : choice.shown && (await parkSwitch.addPark(choice.shown))
      if (kept?.watches.every(({ active }) => !active)) setRefusal(GET_ALERTS_TEXTS.noRidesSaved)
      keepStart(start)
    },
    (error) => {
      const problem = activationProblem(error)
      // The flag of the browser follows the server (core, section 4).
      if (problem === GET_ALERTS_TEXTS.noLongerValid) forgetActive()
      return problem
    },
  )

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
        <p className="text-14 text-ink-2">{passWords(subscription, now)}</p>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        <p className="flex items-center gap-2 font-bold" aria-live="polite">
          <Shape name={isActive && choice.chosenCount > 0 ? 'walk' : 'closed'} className="[--size:14px]" />
          {stateWords(isActive, choice.chosenCount, isScheduled(subscription, start, now, park.timezone))}
        </p>
        {subscription?.allRidesEnabled && isActive && (
          <p className="border-l-8 border-line-strong pl-4">
            <b className="block font-display">All rides enabled</b>
            No ride was selected, so we turned them all on.
          </p>
        )}
        <FormProblem problem={refusal ?? action.problem} />
        <Button wide busy={action.isBusy || choice.isSaving} onClick={press}>
          {controlWords(isActive, start, now, park.timezone)}
        </Button>
        <p className="text-14 text-ink-2">
          {isActive ? 'Stopping keeps your days and your rides.' : 'Starting again costs nothing.'}
        </p>
        <TestAlert caller={caller} channel={subscription?.channels.includes('sms') ? 'sms' : 'email'} />
      </div>
    </section>
  )
}

const CHANNEL_WORDS = { email: 'Email', sms: 'SMS', push: 'Push' }

/** What was bought, and until when. */
function passWords(subscription: SubscriptionView | undefined, now: Date): string {
  if (!subscription) return 'Covered by your unlimited plan. Choose rides, then activate.'
  const { channels, windows, isCoveredByPlan, timezone } = subscription
  const how = channels.map((channel) => CHANNEL_WORDS[channel]).join(' and ') || 'No channel'
  if (isCoveredByPlan) return `${how}, unlimited plan`
  const window = windows.find(({ endsAt }) => new Date(endsAt) > now)
  if (!window) return `${how} day pass`
  const [startsAt, endsAt] = [new Date(window.startsAt), new Date(window.endsAt)]
  const words = (at: Date) => `${dayLabel(parkDateAt(at, timezone))}, ${clockTimeForVisitor(at, timezone)}`
  const from = startsAt > now ? `from ${words(startsAt)} ` : ''
  return `${how} day pass, ${from}until ${words(endsAt)}`
}

function isScheduled(
  subscription: SubscriptionView | undefined,
  start: Start,
  now: Date,
  timezone: string,
): boolean {
  return subscription?.state === 'scheduled' || (subscription === undefined && isAhead(start, now, timezone))
}

function stateWords(isActive: boolean, chosen: number, scheduled: boolean): string {
  const rides = chosen === 1 ? '1 ride' : `${chosen} rides`
  if (!isActive) return `Alerts are off. ${chosen === 1 ? '1 ride is' : `${chosen} rides are`} ready.`
  return scheduled ? `Scheduled. We’ll watch ${rides}.` : `Watching ${rides}.`
}

/** The pass has ended, or was taken back, while the page was open: its own words. Any other reason stands under the failure. */
function activationProblem(error: unknown): ProblemText {
  const isGone =
    error instanceof ApiError && (error.code === 'subscription-not-found' || error.code === 'plan-required')
  return isGone ? GET_ALERTS_TEXTS.noLongerValid : { title: ACTIVATION_FAILED, text: problemText(error).text }
}
