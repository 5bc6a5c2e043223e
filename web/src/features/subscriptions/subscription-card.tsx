import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { toDays } from '@walkon/contracts/park-time'
import { dayLabel } from '../../lib/park-time.ts'
import { Shape } from '../../ui/shape.tsx'
import { Switch } from '../../ui/tick.tsx'
import { withActive } from './edits.ts'
import { RideList, type RideListProps } from './ride-list.tsx'

/** One park of the visitor: on or off, and each ride with its limit. */
export function SubscriptionCard({ subscription, waits, onEdit }: RideListProps) {
  const { id, parkName, active, allRidesEnabled, watches } = subscription
  const chosen = watches.filter((watch) => watch.active).length
  return (
    <section className="ticket" aria-labelledby={`subscription-${id}`}>
      <div className="ticket__part">
        <div className="ticket__head">
          <div className="min-w-0">
            <h2 id={`subscription-${id}`} className="ticket__title">
              {parkName}
            </h2>
            <p className="pt-1 text-14 text-ink-2">
              {channelWords(subscription)}, {daysWords(subscription)}
            </p>
          </div>
          <div className="flex-none">
            <Switch
              label={active ? 'On' : 'Off'}
              aria-label={`Alerts for ${parkName}`}
              checked={active}
              onChange={(event) => onEdit(withActive(subscription, event.target.checked))}
            />
          </div>
        </div>
        <p className="flex items-center gap-2 font-bold">
          <Shape name={active && chosen > 0 ? 'walk' : 'closed'} className="[--size:14px]" />
          {stateWords(subscription, chosen)}
        </p>
        {allRidesEnabled && active && (
          <p className="border-l-8 border-line-strong pl-4">
            <b className="block font-display">All rides enabled</b>
            No ride was selected, so we turned them all on. To stop these alerts, turn off the park.
          </p>
        )}
      </div>
      <div className="perf" />
      <div className="ticket__part gap-3!">
        <RideList subscription={subscription} waits={waits} onEdit={onEdit} />
      </div>
    </section>
  )
}

function stateWords({ active, state }: SubscriptionView, chosen: number): string {
  const rides = chosen === 1 ? '1 ride' : `${chosen} rides`
  if (!active) return 'Alerts are off.'
  if (chosen === 0) return 'No rides selected, so you won’t get alerts.'
  return state === 'scheduled' ? `Scheduled. We’ll watch ${rides}.` : `Watching ${rides}.`
}

/** The days of its passes, as many as there are (what lies between them is not covered), and the plan. */
function daysWords({ dates, isCoveredByPlan }: SubscriptionView): string {
  const [only] = dates
  const days = dates.length === 1 && only ? dayLabel(only) : dates.length > 0 ? toDays(dates) : null
  return [days, isCoveredByPlan && 'unlimited plan'].filter(Boolean).join(', ')
}

const CHANNEL_WORDS = { email: 'Email', sms: 'SMS', push: 'Push' }

function channelWords({ channels }: SubscriptionView): string {
  return channels.map((channel) => CHANNEL_WORDS[channel]).join(' and ') || 'No channel'
}
