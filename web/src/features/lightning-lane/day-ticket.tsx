import type { LanePark } from '@walkon/contracts/http/lightning-lane'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { BuyDay } from './buy-day.tsx'
import { ConnectStep } from './connect-step.tsx'
import { DayList, dayStatus } from './day-list.tsx'
import { checkProblem } from './lane-words.ts'
import { useDays } from './use-days.ts'

type DayTicketProps = {
  caller: Caller
  /** Null where the parks cannot be had: nothing is sold then. */
  park: LanePark | null
  parks: LanePark[]
}

/** The paid days, the way to another one, and the account that is connected. */
export function DayTicket({ caller, park, parks }: DayTicketProps) {
  const { days, subscription } = useDays(caller)
  return (
    <section className="ticket" aria-labelledby="lane-days">
      <div className="ticket__part">
        <h2 id="lane-days" className="ticket__title">
          Your days
        </h2>
        {days.data ? (
          <>
            <p role="status" className="font-bold">
              {dayStatus(days.data)}
            </p>
            <DayList days={days.data.days} parks={parks} />
          </>
        ) : days.isPending ? (
          <Loading label="Checking your subscription" className="h-20!" />
        ) : (
          <LoadProblem of={days} wordsOf={checkProblem} />
        )}
        {days.data && subscription.isError && !subscription.data && (
          <LoadProblem of={subscription} wordsOf={checkProblem} />
        )}
      </div>
      <div className="perf" />
      <div className="ticket__part">
        {days.data && park && (
          <details>
            <summary className="min-h-11 content-center font-bold">Add another day</summary>
            <BuyDay caller={caller} park={park} view={days.data} onOpened={days.refetch} />
          </details>
        )}
        <ConnectStep caller={caller} />
      </div>
    </section>
  )
}
