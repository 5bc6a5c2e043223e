import { MAX_LANE_PARKS, type LaneOffering, type LanePark } from '@walkon/contracts/http/lightning-lane'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { ageOf } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { bookingProblem, offeringsProblem, offerWords, parkAppOf } from './lane-words.ts'
import { book } from './queries.ts'

type OfferingsProps = {
  caller: Caller
  parks: LanePark[]
  chosen: LanePark[]
  of: UseQueryResult<LaneOffering[]>
  /** The attractions of the visitor's preferences come first. */
  wantedIds: string[]
  onToggle: (parkId: string) => void
}

const SHOWN_FIRST = 8

/** The offers of the chosen parks now, and the choice of parks. */
export function Offerings({ caller, parks, chosen, of, wantedIds, onToggle }: OfferingsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const offerings = sortOfferings(of.data ?? [], wantedIds)
  const shown = showsAll ? offerings : offerings.slice(0, SHOWN_FIRST)
  return (
    <div className="grid gap-4">
      <ParkChoice parks={parks} chosen={chosen} onToggle={onToggle} />
      {of.isPending && <Loading label="Loading return times" className="h-60!" />}
      {of.isError && !of.data && <LoadProblem of={of} wordsOf={offeringsProblem} />}
      {of.data?.length === 0 && (
        <Panel kind="open" title="Nothing is offered right now" heading="h4">
          <p className="text-ink-2">
            Parks offer return times while they are open. This list updates by itself.
          </p>
        </Panel>
      )}
      {shown.length > 0 && (
        <ul className="grid">
          {shown.map((offering) => (
            <Offering
              key={offering.id}
              caller={caller}
              offering={offering}
              park={parks.find(({ id }) => id === offering.parkId)}
            />
          ))}
        </ul>
      )}
      {shown.length < offerings.length && (
        <Button quiet small className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {offerings.length} return times
        </Button>
      )}
      <AppLinks parks={chosen} />
    </div>
  )
}

type ChoiceProps = { parks: LanePark[]; chosen: LanePark[]; onToggle: (id: string) => void }

function ParkChoice({ parks, chosen, onToggle }: ChoiceProps) {
  const isFull = chosen.length >= MAX_LANE_PARKS
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">
        <b>Parks:</b> {chosen.map(({ name }) => name).join(', ')}
      </summary>
      <fieldset className="grid gap-1">
        <legend className="text-14 text-ink-2">Up to four</legend>
        {parks.map(({ id, name, destinationName }) => {
          const isChosen = chosen.some((park) => park.id === id)
          return (
            <label key={id} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5"
                checked={isChosen}
                disabled={!isChosen && isFull}
                onChange={() => onToggle(id)}
              />
              <span>
                {name} <span className="text-14 text-ink-2">{destinationName}</span>
              </span>
            </label>
          )
        })}
      </fieldset>
    </details>
  )
}

/** Sorts the visitor's preferences first, then the available, then the sold out; the order of the service is kept within each. */
function sortOfferings(offerings: LaneOffering[], wantedIds: string[]): LaneOffering[] {
  const place = ({ rideId, available }: LaneOffering) => (wantedIds.includes(rideId) ? 0 : available ? 1 : 2)
  return offerings.toSorted((one, other) => place(one) - place(other))
}

type OfferingProps = { caller: Caller; offering: LaneOffering; park: LanePark | undefined }

function Offering({ caller, offering, park }: OfferingProps) {
  const client = useQueryClient()
  const booking = useAction(async () => {
    try {
      await book(caller, { attractionId: offering.rideId, kind: offering.kind })
    } finally {
      await client.invalidateQueries({ queryKey: ['lane-bookings'] })
    }
  }, bookingProblem)
  const now = useNow()
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
        <div className="min-w-0">
          <p className={offering.available ? 'font-bold' : 'text-ink-2'}>{offering.name}</p>
          <p>{offerWords(offering, park?.timezone ?? 'UTC')}</p>
          <p className="text-14 text-ink-2">
            {park?.name} ·{' '}
            {offering.openedAt
              ? `opened ${ageOf(new Date(offering.openedAt), now)}`
              : `read ${ageOf(new Date(offering.lastUpdated), now)}`}
          </p>
        </div>
        {offering.available && (
          <Button
            small
            quiet
            busy={booking.isBusy}
            onClick={booking.run}
            aria-label={`Practice booking of ${offering.name}`}
          >
            {booking.isBusy ? 'Booking' : 'Practice booking'}
          </Button>
        )}
      </div>
      <FormProblem problem={booking.problem} />
    </li>
  )
}

function AppLinks({ parks }: { parks: LanePark[] }) {
  const apps = new Map(
    parks.flatMap(({ destinationName }) => {
      const app = parkAppOf(destinationName)
      return app ? [[destinationName, app] as const] : []
    }),
  )
  return (
    <p className="text-14 text-ink-2">
      Practice bookings book nothing at the park.{' '}
      {[...apps].map(([name, app]) => (
        <a key={name} href={app} target="_blank" rel="noreferrer" className="inline-block min-h-6 underline">
          Book at {name}
        </a>
      ))}
    </p>
  )
}
