import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { dayLabel } from '../../lib/park-time.ts'
import { Button } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'
import { Switch } from '../../ui/tick.tsx'
import { withActive, withAllRides, withWatch } from './edits.ts'
import { WatchRow } from './watch-row.tsx'

type SubscriptionCardProps = {
  subscription: SubscriptionView
  onEdit: (subscription: SubscriptionView) => void
}

/** One park of the visitor: on or off, and each ride with its limit. */
export function SubscriptionCard({ subscription, onEdit }: SubscriptionCardProps) {
  const { id, parkName, active, watches } = subscription
  const chosen = watches.filter((watch) => watch.active).length
  return (
    <section className="ticket" aria-labelledby={`subscription-${id}`}>
      <div className="ticket__part">
        <div className="ticket__head flex-wrap">
          <div>
            <h2 id={`subscription-${id}`} className="ticket__title">
              {parkName}
            </h2>
            <p className="text-14 text-ink-2">
              {channelWords(subscription)}, {periodWords(subscription)}
            </p>
          </div>
          <Switch
            label={active ? 'On' : 'Off'}
            aria-label={`Alerts for ${parkName}`}
            checked={active}
            onChange={(event) => onEdit(withActive(subscription, event.target.checked))}
          />
        </div>
        <p className="flex items-center gap-2 font-bold">
          <Shape name={active && chosen > 0 ? 'walk' : 'closed'} className="[--size:14px]" />
          {stateWords(subscription, chosen)}
        </p>
      </div>
      <div className="perf" />
      <div className="ticket__part gap-2!">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3>Rides</h3>
          <span className="flex gap-2">
            <Button quiet small onClick={() => onEdit(withAllRides(subscription, true))}>
              Select all
            </Button>
            <Button quiet small onClick={() => onEdit(withAllRides(subscription, false))}>
              Unselect all
            </Button>
          </span>
        </div>
        <ul className="watches">
          {watches.map((watch) => (
            <WatchRow
              key={watch.rideId}
              watch={watch}
              timezone={subscription.timezone}
              onChange={(change) => onEdit(withWatch(subscription, watch.rideId, change))}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

function stateWords({ active, state }: SubscriptionView, chosen: number): string {
  const rides = chosen === 1 ? '1 ride' : `${chosen} rides`
  if (!active) return 'Alerts are off.'
  if (chosen === 0) return 'No ride is chosen, so nothing will be sent.'
  return state === 'scheduled' ? `Scheduled. ${rides} will be watched.` : `${rides} watched.`
}

function periodWords({ startDate, endDate }: SubscriptionView): string {
  return startDate === endDate ? dayLabel(startDate) : `${dayLabel(startDate)} to ${dayLabel(endDate)}`
}

const CHANNEL_WORDS = { email: 'E-mail', sms: 'SMS', push: 'Push' }

function channelWords({ channels }: SubscriptionView): string {
  return channels.map((channel) => CHANNEL_WORDS[channel]).join(' and ') || 'No channel'
}
