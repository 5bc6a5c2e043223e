import { useQuery } from '@tanstack/react-query'
import type { ChosenRides } from '../features/activation/draft.ts'
import { boardQuery } from '../features/parks/queries.ts'
import { bigRidesOf } from '../features/subscriptions/big-rides.ts'

type OrderedRidesProps = { rides: ChosenRides; onChoose: (rides: ChosenRides) => void }

/** The rides of the order: the ride from which the visitor came, the big ones of its park, or all of them. */
export function OrderedRides({ rides, onChoose }: OrderedRidesProps) {
  const { data: board } = useQuery({ ...boardQuery(rides.parkId), enabled: false })
  const popularity = new Map(board?.rides.map((ride) => [ride.rideId, ride.popularity]))
  const big = bigRidesOf(board?.rides ?? [], (rideId) => popularity.get(rideId) ?? -1)
  const { rideId, rideName } = rides
  const choices = [
    { scope: 'ride', label: rideName, watches: [{ rideId }] },
    ...(big.length > 1
      ? [
          {
            scope: 'big',
            label: `The ${big.length} big ones`,
            watches: big.map((ride) => ({ rideId: ride.rideId })),
          } as const,
        ]
      : []),
    { scope: 'all', label: 'All rides', watches: undefined },
  ] as const
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 text-14 font-bold">Alerts for</legend>
      <div className="choice">
        {choices.map(({ scope, label, watches }) => (
          // Names are long: the ride has a row of its own.
          <label key={scope} className={scope === 'ride' ? 'basis-full' : undefined}>
            <input
              type="radio"
              name="ordered-rides"
              checked={rides.scope === scope}
              onChange={() => onChoose({ ...rides, scope, watches: watches && [...watches] })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
