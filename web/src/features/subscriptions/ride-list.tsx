import { isNamedLike } from '@walkon/contracts/folded-name'
import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'
import { useState, type ReactNode } from 'react'
import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loading } from '../../ui/loading.tsx'
import { byInterest, limitOfAll, withAllRides, withWatch } from './edits.ts'
import { LIMIT_STEP_MINUTES, WatchRow } from './watch-row.tsx'

/** The rides' waits; undefined while they load. */
type Waits = {
  popularityOf: (rideId: string) => number
  badgeOf: (rideId: string) => ReactNode
  backOf: (rideId: string) => string | null
}

export type RideListProps = {
  subscription: SubscriptionView
  waits: Waits | undefined
  onEdit: (subscription: SubscriptionView) => void
  /** How short each ride gets, shown with its limit. */
  historyOf?: ((watch: WatchView) => ReactNode) | undefined
  /** The same in a line of the row. */
  glanceOf?: ((watch: WatchView) => ReactNode) | undefined
  isSearchable?: boolean
  /** The ride that the visitor comes for: the list begins there, with its limit open. */
  arrivalId?: string | undefined
}

/** The rides of a park, the most wanted first, in a list of its own height (core, section 9). */
export function RideList({
  subscription,
  waits,
  onEdit,
  historyOf,
  glanceOf,
  isSearchable = false,
  arrivalId,
}: RideListProps) {
  const { parkName, timezone, watches } = subscription
  const [wanted, setWanted] = useState('')
  const found = watches.filter(({ rideName }) => isNamedLike(rideName, wanted))
  return (
    <>
      <ListHead onAll={(active) => onEdit(withAllRides(subscription, { active }))} />
      <LimitOfAll
        limit={limitOfAll(subscription)}
        onChange={(thresholdMinutes) => onEdit(withAllRides(subscription, { thresholdMinutes }))}
      />
      {isSearchable && <RideSearch wanted={wanted} onChange={setWanted} />}
      {waits ? (
        <div
          role="group"
          aria-label={`Rides of ${parkName}`}
          // Scrolled with the keys too.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
          tabIndex={0}
          className="relative max-h-100 overflow-y-auto border-y border-line-strong [scrollbar-gutter:stable]"
        >
          {/* What has the focus stays clear of the bar at the foot of the screen. */}
          <ul className="[&_button]:scroll-my-24 [&_input]:scroll-my-24">
            {byInterest(found, waits.popularityOf).map((watch) => (
              <WatchRow
                key={watch.rideId}
                watch={watch}
                timezone={timezone}
                wait={waits.badgeOf(watch.rideId)}
                back={waits.backOf(watch.rideId)}
                history={historyOf}
                glance={glanceOf}
                isArrival={watch.rideId === arrivalId}
                onChange={(change) => onEdit(withWatch(subscription, watch.rideId, change))}
              />
            ))}
          </ul>
          {found.length === 0 && watches.length > 0 && (
            <p className="py-4 text-ink-2">No ride has this name.</p>
          )}
        </div>
      ) : (
        <Loading label="Loading the waits" className="h-100!" />
      )}
    </>
  )
}

const ListHead = ({ onAll }: { onAll: (active: boolean) => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <h3>Rides</h3>
    <span className="flex gap-2">
      <Button quiet small onClick={() => onAll(true)}>
        Select all
      </Button>
      <Button quiet small onClick={() => onAll(false)}>
        Unselect all
      </Button>
    </span>
  </div>
)

type RideSearchProps = { wanted: string; onChange: (wanted: string) => void }

const RideSearch = ({ wanted, onChange }: RideSearchProps) => (
  <input
    type="search"
    className="input"
    aria-label="Search rides"
    placeholder="Search rides"
    value={wanted}
    onChange={(event) => onChange(event.target.value)}
  />
)

const LIMITS = Array.from(
  { length: (MAX_THRESHOLD_MINUTES - MIN_THRESHOLD_MINUTES) / LIMIT_STEP_MINUTES + 1 },
  (_, index) => MIN_THRESHOLD_MINUTES + index * LIMIT_STEP_MINUTES,
)

function LimitOfAll({ limit, onChange }: { limit: number | null; onChange: (minutes: number) => void }) {
  const isListed = limit !== null && LIMITS.includes(limit)
  return (
    <label className="flex flex-wrap items-center gap-2 text-14">
      Set all limits to
      <span className="relative">
        <select
          className="input w-auto! pr-11!"
          value={isListed ? limit : ''}
          onChange={(event) => event.target.value !== '' && onChange(Number(event.target.value))}
        >
          {!isListed && <option value="">different limits</option>}
          {LIMITS.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes} min
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute top-3 right-3">
          <Icon name="down" />
        </span>
      </span>
    </label>
  )
}
