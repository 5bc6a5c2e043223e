import { ASSIST_WORDS } from '@walkon/contracts/assist-words'
import type { LanePark } from '@walkon/contracts/http/lightning-lane'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { dollars } from '../../lib/money.ts'
import { Shape } from '../../ui/shape.tsx'
import { BuyDay } from './buy-day.tsx'
import { ConnectStep } from './connect-step.tsx'
import { DayList, dayStatus } from './day-list.tsx'
import { connectionQuery } from './queries.ts'
import { useDays } from './use-days.ts'

/** Before the first day: what a day buys, and three steps on one ticket, of which one is open. */
export function FirstSteps({ caller, park }: { caller: Caller; park: LanePark }) {
  const isConnected = useQuery(connectionQuery(caller)).data?.isConnected === true
  const { days } = useDays(caller)
  const price = days.data ? dollars(days.data.dayCents) : ''
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_404px]">
      <ol className="ticket lg:col-start-2 lg:row-start-1">
        <Step
          number={1}
          title={isConnected ? 'Connected' : 'Connect a Disney account'}
          state={isConnected ? 'done' : 'open'}
        >
          <ConnectStep caller={caller} />
        </Step>
        <Step number={2} title="Choose your day" price={price} state={isConnected ? 'open' : 'later'}>
          {days.data && <DayList days={days.data.days} parks={[park]} />}
          {!isConnected ? (
            <p className="text-14 text-ink-2">Opens once your account is connected.</p>
          ) : (
            days.data && (
              <>
                <p role="status" className="font-bold empty:hidden">
                  {days.data.state !== 'none' && dayStatus(days.data)}
                </p>
                <BuyDay caller={caller} park={park} view={days.data} onOpened={days.refetch} />
              </>
            )
          )}
        </Step>
        <Step number={3} title="List your rides" state="later">
          <p className="text-14 text-ink-2">Then put the phone away.</p>
        </Step>
      </ol>
      <section aria-labelledby="day-buys" className="grid gap-5">
        <h2 id="day-buys" className="text-28 leading-8">
          What {price || 'it costs'} a day buys
        </h2>
        <p className="lede">{ASSIST_WORDS}</p>
        <p className="text-ink-2">
          A day does not renew. Ride alerts are separate. No money-back guarantee. Disney’s Lightning Lane
          pass is not included.
        </p>
      </section>
    </div>
  )
}

type StepProps = {
  number: number
  title: string
  price?: string
  state: 'done' | 'open' | 'later'
  children: ReactNode
}

const Step = ({ number, title, price, state, children }: StepProps) => (
  <li>
    {number > 1 && <div className="perf" />}
    <div className="ticket__part grid-cols-[32px_minmax(0,1fr)] gap-x-3!">
      {state === 'done' ? (
        <Shape name="walk" className="mt-1 [--size:24px]" />
      ) : (
        <span className={`num text-28 ${state === 'later' ? 'text-ink-2' : ''}`} aria-hidden="true">
          {number}
        </span>
      )}
      <div className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className={`text-22 leading-7.5 ${state === 'later' ? 'text-ink-2' : ''}`}>{title}</h2>
          {price && <span className="font-display text-22 font-bold">{price}</span>}
        </div>
        {children}
      </div>
    </div>
  </li>
)
