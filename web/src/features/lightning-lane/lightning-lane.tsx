import type { LanePark } from '@walkon/contracts/http/lightning-lane'
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
import { connectionQuery, parksQuery } from './queries.ts'
import { SubscribeStep } from './subscribe-step.tsx'
import { useDays } from './use-days.ts'
import { useOfferings } from './use-offerings.ts'

/** The three steps: connect, subscribe, and the dashboard once both are done (companion, section 2). An active dashboard comes first. */
export function LightningLane({ caller }: { caller: Caller }) {
  const connection = useQuery(connectionQuery(caller))
  const { days, subscription } = useDays(caller)
  if (connection.isPending || subscription.isPending || days.isPending)
    return <Loading label="Checking your connection and subscription" className="h-200!" />
  // A day that is to come opens the dashboard too: its preferences are set before the visit.
  const hasDay = subscription.data?.subscribed || (days.data?.days.length ?? 0) > 0
  const isActive = connection.data?.isConnected && hasDay
  return (
    <div className="grid gap-8">
      {isActive && (
        <Step id="dashboard" title="Your dashboard">
          <Dashboard caller={caller} />
        </Step>
      )}
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Step id="connect" title={isActive ? 'Your Disney account' : '1. Connect your Disney account'}>
          <ConnectStep caller={caller} />
        </Step>
        <Step id="subscribe" title={isActive ? 'Your days' : '2. Subscribe'}>
          <SubscribeStep caller={caller} isConnected={connection.data?.isConnected === true} />
        </Step>
      </div>
      {!isActive && (
        <Step id="dashboard" title="3. Your dashboard">
          <p className="text-ink-2">It opens here when you are connected and subscribed.</p>
        </Step>
      )}
    </div>
  )
}

function Step({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="ticket" aria-labelledby={`lane-${id}`}>
      <div className="ticket__part">
        <h2 id={`lane-${id}`} className="ticket__title">
          {title}
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
  return <DashboardParts caller={caller} parks={parks.data} />
}

/** The visitor's own things come before the long list: on a phone below each other, on a desk side by side. */
function DashboardParts({ caller, parks }: { caller: Caller; parks: LanePark[] }) {
  const { chosen, offerings, wantedIds, toggle } = useOfferings(caller, parks)
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
      <div className="grid gap-8">
        <Part title="Booking preferences">
          <Preferences caller={caller} parks={parks} offerings={offerings.data ?? []} />
        </Part>
        <Part title="Bookings">
          <Bookings caller={caller} parks={parks} />
        </Part>
      </div>
      <Part title="Return times now">
        <Offerings
          caller={caller}
          parks={parks}
          chosen={chosen}
          of={offerings}
          wantedIds={wantedIds}
          onToggle={toggle}
        />
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
