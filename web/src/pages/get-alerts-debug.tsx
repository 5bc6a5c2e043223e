import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  holdWords,
  parkVote,
  rideWords,
  trustWords,
  windowWords,
} from '../features/get-alerts/debug-words.ts'
import { GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import { boardQuery, parkQuery } from '../features/parks/queries.ts'
import { alertSettingsQuery } from '../features/settings/queries.ts'
import { cardStatus } from '../features/subscriptions/card-status.ts'
import { usePreferences } from '../features/subscriptions/preferences.ts'
import type { Caller } from '../lib/api.ts'
import { ageOf } from '../lib/park-time.ts'
import { Failure } from '../ui/failure.tsx'
import { Loading } from '../ui/loading.tsx'
import { useDelivery } from './use-delivery.ts'

type DebugProps = {
  caller: Caller
  park: { id: string; timezone: string }
  subscription: SubscriptionView | undefined
  now: Date
}

/** Why an alert came, or none did (decisions, section 10). Folded, and asked for when it is opened. */
export function Debug(props: DebugProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 text-14 text-action">Debug</summary>
      {isOpen && <Facts {...props} />}
    </details>
  )
}

function Facts({ caller, park, subscription, now }: DebugProps) {
  const delivery = useDelivery(caller, usePreferences(caller), now)
  const details = useQuery(parkQuery(park.id))
  const board = useQuery(boardQuery(park.id))
  const { data: settings } = useQuery(alertSettingsQuery)
  const failed = [details, board].find(({ data, isError }) => isError && !data)
  if (failed) {
    return (
      <Failure
        title={GET_ALERTS_TEXTS.debugFailed.title}
        heading="strong"
        busy={failed.isFetching}
        onRetry={() => void failed.refetch()}
      >
        {GET_ALERTS_TEXTS.debugFailed.text}
      </Failure>
    )
  }
  if (!details.data || !board.data) return <Loading label="Loading debug information" className="h-40!" />
  const { readAt, isStale } = board.data
  const vote = parkVote(details.data, board.data.rides, now)
  const status = subscription && cardStatus(subscription, delivery)
  const hold =
    subscription && status && holdWords({ subscription, status, isParkOpen: vote.isOpen, isStale, now })
  const rides = new Map(board.data.rides.map((ride) => [ride.rideId, ride]))
  const watches = subscription?.watches.filter(({ active }) => active) ?? []
  return (
    <dl className="grid gap-2 text-14">
      <Fact name="Last reading">{ageOf(new Date(readAt), now)}</Fact>
      <Fact name="Park">{vote.words}</Fact>
      <Fact name="Reading trusted">{trustWords(isStale)}</Fact>
      <Fact name="Subscription">
        {subscription ? `${subscription.state}, ${windowWords(subscription)}` : 'none in this park'}
      </Fact>
      {status && <Fact name="Alerts">{status.words}</Fact>}
      <Fact name="Saved rides">{watches.length}</Fact>
      {settings && <Fact name="Cooldown">{settings.alertCooldownMinutes} min for each ride</Fact>}
      {watches.map((watch) => {
        const ride = rides.get(watch.rideId)
        return (
          <Fact key={watch.rideId} name={watch.rideName}>
            {ride?.waitMinutes ?? 'No'} min now, limit {watch.thresholdMinutes}:{' '}
            {hold ?? rideWords(watch, ride, park.timezone)}
          </Fact>
        )
      })}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-3 border-t border-line pt-2">
    <dt className="text-ink-2">{name}</dt>
    <dd>{children}</dd>
  </div>
)
