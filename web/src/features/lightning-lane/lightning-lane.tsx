import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Bookings } from './bookings.tsx'
import { ConnectStep } from './connect-step.tsx'
import { offeringsProblem } from './lane-words.ts'
import { Offerings } from './offerings.tsx'
import { Preferences } from './preferences.tsx'
import { connectionQuery, parksQuery, subscriptionQuery } from './queries.ts'
import { SubscribeStep } from './subscribe-step.tsx'

/** The three steps: connect, subscribe, and the dashboard once both are done (companion, section 2). */
export function LightningLane({ caller }: { caller: Caller }) {
  const isConnected = useQuery(connectionQuery(caller)).data?.isConnected ?? false
  const isSubscribed = useQuery(subscriptionQuery(caller)).data?.subscribed ?? false
  return (
    <div className="grid gap-8">
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Step number={1} title="Connect your Disney account">
          <ConnectStep caller={caller} />
        </Step>
        <Step number={2} title="Subscribe">
          <SubscribeStep caller={caller} />
        </Step>
      </div>
      <Step number={3} title="Your dashboard">
        {isConnected && isSubscribed ? (
          <Dashboard caller={caller} />
        ) : (
          <p className="text-ink-2">It opens here when you are connected and subscribed.</p>
        )}
      </Step>
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="ticket" aria-labelledby={`lane-step-${number}`}>
      <div className="ticket__part">
        <h2 id={`lane-step-${number}`} className="ticket__title">
          {number}. {title}
        </h2>
        {children}
      </div>
    </section>
  )
}

function Dashboard({ caller }: { caller: Caller }) {
  const parks = useQuery(parksQuery(caller))
  if (parks.isPending) return <Loading label="Loading the parks" className="h-90!" />
  if (!parks.data) return <LoadProblem of={parks} wordsOf={offeringsProblem} />
  return (
    <div className="grid gap-8">
      <Part title="Return times now">
        <Offerings caller={caller} parks={parks.data} />
      </Part>
      <Part title="Booking preferences">
        <Preferences caller={caller} parks={parks.data} />
      </Part>
      <Part title="Bookings">
        <Bookings caller={caller} parks={parks.data} />
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3" aria-label={title}>
    <h3 className="font-display text-22 font-bold">{title}</h3>
    {children}
  </section>
)
