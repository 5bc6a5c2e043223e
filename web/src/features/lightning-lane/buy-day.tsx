import type { AssistDayView } from '@walkon/contracts/http/assist-days'
import type { LanePark } from '@walkon/contracts/http/lightning-lane'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { DayCells } from '../../lib/day-cells.tsx'
import { dollars } from '../../lib/money.ts'
import { OtherDays } from '../../lib/other-days.tsx'
import { dayLabel, parkDateAt } from '../../lib/park-time.ts'
import { useAction } from '../../lib/use-action.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { subscriptionProblem } from './lane-words.ts'
import { startAssistDay } from './queries.ts'

type BuyDayProps = {
  caller: Caller
  park: LanePark
  view: AssistDayView
  onOpened: () => Promise<unknown>
}

/** The choice of a day at the page's park, and the button to the payment page. It opens in a new tab, and this one hears of the payment. */
export const BuyDay = ({ park, ...props }: BuyDayProps) =>
  park.hasReturnTimes ? (
    <ChooseDay key={park.timezone} park={park} {...props} />
  ) : (
    <p className="border-l-8 border-line-strong pl-4">
      <b className="block">No days for this park</b>
      {park.name} posts no return times, so there’s nothing to watch. Choose another park above.
    </p>
  )

const RADIO = { type: 'radio', name: 'lane-day' } as const

function ChooseDay({ caller, park, view, onOpened }: BuyDayProps) {
  const { days, dayCents } = view
  const today = parkDateAt(useNow(), park.timezone)
  const [chosen, setDate] = useState(today)
  // The page was open over the park's midnight.
  const date = chosen < today ? today : chosen
  const buying = useAction(
    () => openPayment(caller, { parkId: park.id, date }, onOpened),
    subscriptionProblem,
  )
  const choose = (dates: string[]) => setDate(dates.find((other) => other !== date) ?? date)
  const isOwned = days.some((day) => day.date === date)
  return (
    <div className="grid gap-3">
      <fieldset className="grid gap-1">
        <legend className="pb-1 text-14 font-bold">Day you visit</legend>
        <DayCells today={today} dates={[date]} isFull={false} radio={RADIO} onChange={choose} />
        <OtherDays today={today} dates={[date]} isSingle onChange={choose} />
      </fieldset>
      <p aria-live="polite" className="text-ink-2">
        <b>{dayLabel(date)}</b> at {park.name}.{' '}
        {isOwned
          ? 'You have this day already.'
          : date === today
            ? 'It starts when you pay.'
            : 'It runs from 4 am to 4 am, park time.'}
      </p>
      <FormProblem problem={buying.problem} />
      {!isOwned && (
        <div>
          <Button quiet={days.length > 0} busy={buying.isBusy} onClick={buying.run}>
            {days.length > 0 ? `Add a day for ${dollars(dayCents)}` : `Subscribe for ${dollars(dayCents)}`}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The tab is opened by the press itself: a browser blocks one that opens after an answer. */
async function openPayment(
  caller: Caller,
  day: { parkId: string; date: string },
  onOpened: () => Promise<unknown>,
): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const { url } = await startAssistDay(caller, day)
    if (!tab) return location.assign(url)
    tab.opener = null
    tab.location.href = url
    await onOpened()
  } catch (error) {
    tab?.close()
    throw error
  }
}
