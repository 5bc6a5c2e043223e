import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DestinationAndPark } from '../lib/destination-picker.tsx'
import { NoAlertsNote } from '../features/parks/no-alerts-note.tsx'
import { boardQuery, destinationsQuery } from '../features/parks/queries.ts'
import { limitFactsOf } from '../features/parks/limit-history.tsx'
import { useRideWaits } from '../features/parks/ride-waits.tsx'
import { alertSettingsQuery } from '../features/settings/queries.ts'
import { newChoiceOf } from '../features/subscriptions/edits.ts'
import { RideList } from '../features/subscriptions/ride-list.tsx'
import { useAddPark } from '../features/subscriptions/use-add-park.ts'
import type { Caller } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { LoadProblem } from '../lib/load-problem.tsx'

type AddParkProps = { caller: Caller; subscriptions: SubscriptionView[] }
type Park = { id: string; name: string; timezone: string }

/** How a visitor whose plan covers adds a park: by choosing rides in it. Parks that are there already are left out. */
export function AddPark({ caller, subscriptions }: AddParkProps) {
  const [isOpen, setOpen] = useState(subscriptions.length === 0)
  const [destinationId, setDestinationId] = useState<string>()
  const [parkId, setParkId] = useState<string>()
  const destinations = useQuery(destinationsQuery)
  const taken = new Set(subscriptions.map((subscription) => subscription.parkId))
  const destination = destinations.data?.find(({ id }) => id === destinationId)
  const free = destination && { ...destination, parks: destination.parks.filter(({ id }) => !taken.has(id)) }
  const park = free?.parks.find(({ id }) => id === parkId)
  const close = () => {
    setOpen(false)
    setParkId(undefined)
  }

  if (!isOpen) {
    return (
      <div>
        <Button quiet onClick={() => setOpen(true)}>
          Add a park
        </Button>
      </div>
    )
  }
  return (
    <section className="ticket" aria-labelledby="add-park">
      <div className="ticket__part">
        <h2 id="add-park" className="ticket__title">
          Add a park
        </h2>
        <p>Your unlimited plan covers every park where you choose rides.</p>
        <DestinationAndPark
          destinations={destinations.data}
          hasFailed={destinations.isLoadingError}
          destination={free}
          parkId={park?.id}
          onDestinationChange={setDestinationId}
          onParkChange={setParkId}
        />
        {destinations.isLoadingError && <LoadProblem of={destinations} />}
        {park && <NoAlertsNote parkId={park.id} />}
      </div>
      {park && <RidesOf key={park.id} park={park} caller={caller} onAdded={close} />}
    </section>
  )
}

type RidesOfProps = { park: Park; caller: Caller; onAdded: () => void }

function RidesOf({ park, caller, onAdded }: RidesOfProps) {
  const board = useQuery(boardQuery(park.id))
  const { data: settings } = useQuery(alertSettingsQuery)
  const waits = useRideWaits(park.id)
  const [choice, setChoice] = useState<SubscriptionView>()
  const adding = useAddPark(caller, onAdded)
  if (board.isLoadingError) {
    return (
      <div className="ticket__part">
        <LoadProblem of={board} />
      </div>
    )
  }
  const shown = choice ?? newChoiceOf(park, board.data?.rides ?? [], settings?.defaultThresholdMinutes)
  const chosen = shown.watches.filter(({ active }) => active).length
  return (
    <>
      <div className="perf" />
      <div className="ticket__part gap-3!">
        <RideList
          subscription={shown}
          waits={board.isPending ? undefined : waits}
          onEdit={setChoice}
          facts={limitFactsOf(park.id)}
          isFolded
        />
        <FormProblem problem={adding.problem} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button busy={adding.isBusy} disabled={chosen === 0} onClick={() => adding.run(shown)}>
            Add {park.name}
          </Button>
          <p className="text-ink-2" aria-live="polite">
            {chosen === 0 ? 'Choose at least one ride.' : chosen === 1 ? '1 ride' : `${chosen} rides`}
          </p>
        </div>
      </div>
    </>
  )
}
