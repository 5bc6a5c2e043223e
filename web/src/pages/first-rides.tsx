import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'
import { byDrop } from '@walkon/contracts/drop-below-usual'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { isCountedRide } from '@walkon/contracts/rides'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { hasReading } from '../features/parks/band.ts'
import { boardQuery } from '../features/parks/queries.ts'
import { areChosenAlone, bigRidesOf, withRidesAlone } from '../features/subscriptions/big-rides.ts'
import { changesOf } from '../features/subscriptions/edits.ts'
import { askedUntil, saveSubscription, subscriptionsQuery } from '../features/subscriptions/queries.ts'
import { callerOfMail } from '../lib/link-caller.ts'
import { useAction } from '../lib/use-action.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { Loading } from '../ui/loading.tsx'

type FirstRidesProps = {
  /** A key to the alerts that were just turned on. */
  token: string
  parkId: string
}

/** Once, right after the activation: the rides that were ordered, all of them or the big ones alone, and which are short already. */
export function FirstRides({ token, parkId }: FirstRidesProps) {
  const caller = useMemo(() => callerOfMail(token), [token])
  const queryClient = useQueryClient()
  const findPark = (list: SubscriptionView[] | undefined) =>
    list?.find((each) => each.parkId === parkId && each.state !== 'ended')
  const { data, isError } = useQuery({
    ...subscriptionsQuery(caller),
    refetchInterval: askedUntil((list) => findPark(list) !== undefined),
  })
  const { data: board, isPending } = useQuery(boardQuery(parkId))
  const saved = findPark(data)
  const [sent, setSent] = useState<SubscriptionView>()
  const [ordered, setOrdered] = useState<WatchView[]>()
  if (saved && !ordered) setOrdered(saved.watches.filter(({ active }) => active))
  const choosing = useAction(async (chosen: SubscriptionView) => {
    if (!saved) return
    setSent(chosen)
    const kept = await saveSubscription(caller, saved.id, changesOf(saved, chosen))
    queryClient.setQueryData(subscriptionsQuery(caller).queryKey, (list) =>
      list?.map((each) => (each.id === kept.id ? kept : each)),
    )
  })
  // A press is seen at once; what could not be saved goes back.
  const subscription = (choosing.isBusy && sent) || saved
  // The page leads to the rides anyway.
  if (isError && !data) return null
  if (!subscription || isPending) return <Loading label="Loading your rides" className="h-38!" />
  const rides = board?.rides ?? []
  const choose = (chosen: WatchView[]) => {
    if (!areChosenAlone(subscription, chosen)) choosing.run(withRidesAlone(subscription, chosen))
  }
  return (
    <div className="grid min-h-38 content-start gap-3">
      <RideChoice subscription={subscription} ordered={ordered ?? []} rides={rides} onChoose={choose} />
      <FormProblem problem={choosing.problem} />
      <p className="text-14 text-ink-2" aria-live="polite">
        {choosing.isBusy ? 'Saving' : shortWords(subscription, rides)}
      </p>
    </div>
  )
}

type RideChoiceProps = {
  subscription: SubscriptionView
  /** The rides as the order has them. */
  ordered: WatchView[]
  rides: LiveRide[]
  onChoose: (chosen: WatchView[]) => void
}

function RideChoice({ subscription, ordered, rides, onChoose }: RideChoiceProps) {
  const popularity = new Map(rides.map((ride) => [ride.rideId, ride.popularity]))
  const all = subscription.watches.filter(isCountedRide)
  const big = bigRidesOf(all, (rideId) => popularity.get(rideId) ?? -1)
  const isOwn = ordered.length > 0 && ordered.length < all.length && !isSameSet(ordered, big)
  const choices = [
    ...(isOwn ? [{ id: 'own', name: ownWords(ordered), chosen: ordered }] : []),
    { id: 'all', name: `All ${all.length} rides`, chosen: all },
    ...(big.length > 1 && big.length < all.length
      ? [{ id: 'big', name: `The ${big.length} big ones`, chosen: big }]
      : []),
  ]
  const present = choices.find(({ chosen }) => areChosenAlone(subscription, chosen))
  return (
    <div>
      <ChoiceField
        legend="Alerts for"
        name="first-rides"
        choices={choices}
        chosen={present?.id ?? null}
        onChoose={(id) => onChoose(choices.find((choice) => choice.id === id)?.chosen ?? all)}
      />
      {present?.id === 'big' && (
        <p className="pt-2 text-14">{namesOf(big.map(({ rideName }) => rideName))}</p>
      )}
    </div>
  )
}

const isSameSet = (one: WatchView[], other: WatchView[]) =>
  one.length === other.length && one.every(({ rideId }) => other.some((ride) => ride.rideId === rideId))

const ownWords = ([first, ...more]: WatchView[]) =>
  more.length === 0 ? (first?.rideName ?? '') : `Your ${more.length + 1} rides`

/** How many rides a line names before it counts. */
const NAMED = 3

function namesOf(names: string[]): string {
  const more = names.length - NAMED
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ')
}

/** The rides that are at their limit already, the furthest below its usual wait first, as in the first alert. */
function shortWords({ watches, state }: SubscriptionView, rides: LiveRide[]): string {
  const limits = new Map(watches.filter(({ active }) => active).map((watch) => [watch.rideId, watch]))
  if (state === 'scheduled') return 'We watch them from the start of your first day.'
  const short = rides.filter((ride) => {
    const { waitMinutes } = ride
    const limit = limits.get(ride.rideId)?.thresholdMinutes
    return (
      hasReading(ride) &&
      limit !== undefined &&
      waitMinutes !== null &&
      waitMinutes > 0 &&
      waitMinutes <= limit
    )
  })
  if (short.length === 0) return 'None of them is short right now. You’ll hear about the first one that is.'
  const named = namesOf(short.toSorted(byDrop).map(({ name, waitMinutes }) => `${name} ${waitMinutes} min`))
  return `Short already: ${named}.`
}
