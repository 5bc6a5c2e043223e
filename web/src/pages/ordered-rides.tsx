import { useQuery } from '@tanstack/react-query'
import type { ChosenRides } from '../features/activation/draft.ts'
import { boardQuery } from '../features/parks/queries.ts'
import { bigRidesOf } from '../features/subscriptions/big-rides.ts'
import { ChoiceField } from '../ui/choice-field.tsx'

type OrderedRidesProps = { rides: ChosenRides; onChoose: (rides: ChosenRides) => void }

/** The rides of the order: the ride from which the visitor came, the big ones of its park, or all of them. */
export function OrderedRides({ rides, onChoose }: OrderedRidesProps) {
  const { data: board } = useQuery({ ...boardQuery(rides.parkId), enabled: false })
  const popularity = new Map(board?.rides.map((ride) => [ride.rideId, ride.popularity]))
  const big = bigRidesOf(board?.rides ?? [], (rideId) => popularity.get(rideId) ?? -1)
  const { rideId, rideName } = rides
  const choices = [
    { id: 'ride', name: rideName, isLong: true, watches: [{ rideId }] },
    ...(big.length > 1
      ? [
          {
            id: 'big',
            name: `The ${big.length} big ones`,
            watches: big.map((ride) => ({ rideId: ride.rideId })),
          } as const,
        ]
      : []),
    { id: 'all', name: 'All rides', watches: undefined },
  ] as const
  function choose(scope: ChosenRides['scope']): void {
    const watches = choices.find(({ id }) => id === scope)?.watches
    onChoose({ ...rides, scope, watches: watches && [...watches] })
  }
  return (
    <ChoiceField
      legend="Alerts for"
      name="ordered-rides"
      choices={choices}
      chosen={rides.scope}
      onChoose={choose}
    />
  )
}
