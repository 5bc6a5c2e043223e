import type { LaneOffering, LanePark, LanePreference } from '@walkon/contracts/http/lightning-lane'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { ageOf, timezoneName } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { offeringsProblem } from './lane-words.ts'
import { ReturnTime, RideWithoutTimes } from './return-time.tsx'

type ReturnTimesProps = {
  caller: Caller
  park: LanePark
  /** Those of several parks. */
  of: UseQueryResult<LaneOffering[]>
  preferences: LanePreference[]
}

const SHOWN_FIRST = 8

/** The return times of a park now, the earliest first. */
export function ReturnTimes({ caller, park, of, preferences }: ReturnTimesProps) {
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  const offerings = (of.data ?? []).filter(({ parkId }) => parkId === park.id).toSorted(byTime)
  const silent = of.data ? park.rides.filter(({ id }) => !offerings.some(({ rideId }) => rideId === id)) : []
  const newest = offerings.map(({ lastUpdated }) => Date.parse(lastUpdated))
  const count = offerings.length + silent.length
  const wishFor = (rideId: string) => preferences.find(({ attractionId }) => attractionId === rideId)
  return (
    <section aria-labelledby="return-times" className="grid content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="return-times" className="text-28 leading-8">
          Return times
        </h2>
        {newest.length > 0 && (
          <span className="text-14 text-ink-2">
            read {ageOf(new Date(Math.max(...newest)), now)}, times in {timezoneName(now, park.timezone)}
          </span>
        )}
      </div>
      {of.isPending && <Loading label="Loading return times" className="h-60!" />}
      {of.isError && !of.data && <LoadProblem of={of} wordsOf={offeringsProblem} />}
      {of.data && offerings.length === 0 && (
        <Panel kind="open" title="Nothing is offered right now" heading="h3">
          <p className="text-ink-2">
            Parks offer return times while they are open. This list updates by itself.
          </p>
        </Panel>
      )}
      <ul className="rides" aria-labelledby="return-times">
        {offerings.slice(0, showsAll ? undefined : SHOWN_FIRST).map((offering) => (
          <ReturnTime
            key={offering.id}
            caller={caller}
            offering={offering}
            timezone={park.timezone}
            wish={wishFor(offering.rideId)}
          />
        ))}
        {silent.slice(0, showsAll ? undefined : Math.max(0, SHOWN_FIRST - offerings.length)).map((ride) => (
          <RideWithoutTimes key={ride.id} caller={caller} ride={ride} wish={wishFor(ride.id)} />
        ))}
      </ul>
      {!showsAll && count > SHOWN_FIRST && (
        <Button quiet small className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {count} rides
        </Button>
      )}
    </section>
  )
}

/** Available return times by time, then the rest by name. */
const byTime = (one: LaneOffering, other: LaneOffering): number =>
  orderOf(one).localeCompare(orderOf(other)) || one.name.localeCompare(other.name)

const orderOf = ({ available, returnTimeStart }: LaneOffering) =>
  available ? `0 ${returnTimeStart ?? ''}` : '1'
