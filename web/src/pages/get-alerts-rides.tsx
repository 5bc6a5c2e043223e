import type { UseQueryResult } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import { limitFactsOf } from '../features/parks/limit-history.tsx'
import { chosenWords } from '../features/get-alerts/start.ts'
import { useRideWaits } from '../features/parks/ride-waits.tsx'
import { AlertFigure } from '../features/settings/figures.tsx'
import { RideList } from '../features/subscriptions/ride-list.tsx'
import type { ParkChoice } from '../features/subscriptions/use-park-choice.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { Loading } from '../ui/loading.tsx'

type ParkRidesProps = {
  park: { id: string; name: string }
  board: UseQueryResult
  choice: ParkChoice
}

/** The rides of the park with their waits, and which of them are chosen. */
export function ParkRides({ park, board, choice }: ParkRidesProps) {
  const waits = useRideWaits(park.id)
  const [params] = useSearchParams()
  if (!choice.shown) {
    if (board.isLoadingError) return <LoadProblem of={board} />
    return <Loading label="Loading the rides" className="h-130!" />
  }
  return (
    <div className="grid gap-3">
      <RideList
        subscription={choice.shown}
        waits={board.isPending ? undefined : waits}
        onEdit={choice.edit}
        facts={limitFactsOf(park.id)}
        heading="h2"
        isSearchable
        arrivalId={params.get('ride') ?? undefined}
      />
      <FormProblem problem={choice.hasFailed ? GET_ALERTS_TEXTS.saveFailed : null} />
      <p className="text-14 text-ink-2" aria-live="polite">
        {choice.isClearedOnly
          ? 'No Rides Selected. Until you choose one, the rides you had before stay on. To end them all, stop the alerts.'
          : `${chosenWords(choice.chosenCount)} chosen.`}
      </p>
      <p className="text-14 text-ink-2">
        At most one alert of a ride{' '}
        <AlertFigure place="in 60 minutes" missing="in a while">
          {({ alertCooldownMinutes }) => `in ${alertCooldownMinutes} minutes`}
        </AlertFigure>
        .
      </p>
    </div>
  )
}
