import type { ReactNode } from 'react'
import { Shape } from '../../ui/shape.tsx'
import { Switch } from '../../ui/tick.tsx'
import { aboutWords, cardStatus, type Delivery } from './card-status.ts'
import { withActive } from './edits.ts'
import { RideList, type RideListProps } from './ride-list.tsx'

type SubscriptionCardProps = RideListProps & {
  delivery: Delivery
  /** The anchor of the way back, if no alerts come. */
  waysId: string
  /** The pause for today, where this park is the only one. */
  pause: ReactNode
  /** A note about the park. */
  note: ReactNode
}

/** One park of the visitor: on or off, whether alerts come and where, and each ride with its limit. */
export function SubscriptionCard({ subscription, waits, onEdit, facts, ...props }: SubscriptionCardProps) {
  const { delivery, waysId, pause, note } = props
  const { id, parkName, active, allRidesEnabled } = subscription
  const status = cardStatus(subscription, delivery)
  return (
    <section className="ticket" aria-labelledby={`subscription-${id}`}>
      <div className="ticket__part">
        <div className="ticket__head">
          <div className="min-w-0">
            <h2 id={`subscription-${id}`} className="ticket__title">
              {parkName}
            </h2>
            <p className="pt-1 text-14 text-ink-2">{aboutWords(subscription, delivery)}</p>
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
        <p className="flex items-center gap-x-2 font-bold">
          <Shape name={status.isRunning ? 'walk' : 'closed'} className="[--size:14px]" />
          <span className="flex flex-wrap items-center gap-x-2">
            <span>{status.words}</span>
            {status.way && (
              <a className="text-link" href={`#${waysId}`}>
                {status.way}
              </a>
            )}
          </span>
        </p>
        {note}
        {pause}
        {allRidesEnabled && active && (
          <p className="border-l-8 border-line-strong pl-4">
            <b className="block font-display">All rides enabled</b>
            No ride was selected, so we turned them all on. To stop these alerts, turn off the park.
          </p>
        )}
      </div>
      <div className="perf" />
      <div className="ticket__part gap-3!">
        <RideList subscription={subscription} waits={waits} onEdit={onEdit} facts={facts} isFolded />
      </div>
    </section>
  )
}
