import { isNamedLike } from '@walkon/contracts/folded-name'
import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'
import { useState, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Loading } from '../../ui/loading.tsx'
import { byInterest, limitOfAll, withAllRides, withWatch } from './edits.ts'
import { LimitOfAll, ListHead, RideSearch } from './ride-list-head.tsx'
import { useChosenFirst } from './use-chosen-first.ts'
import { WatchRow, type LimitFacts } from './watch-row.tsx'

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
  facts?: LimitFacts | undefined
  /** The order of headings on the page. */
  heading?: 'h2' | 'h3'
  isSearchable?: boolean
  /** The chosen rides stand first, and the others fold. Without it the list has a window of its own (core, section 9). */
  isFolded?: boolean
  /** The ride that the visitor comes for: the list begins there, with its limit open. */
  arrivalId?: string | undefined
}

const WINDOW = 'max-h-100 overflow-y-auto [scrollbar-gutter:stable]'

/** The rides of a park, the most wanted first (core, section 9). */
export function RideList({
  subscription,
  waits,
  onEdit,
  heading,
  isSearchable = false,
  isFolded = false,
  ...rows
}: RideListProps) {
  const { parkName, watches } = subscription
  const [wanted, setWanted] = useState('')
  const found = watches.filter(({ rideName }) => isNamedLike(rideName, wanted))
  return (
    <>
      <ListHead heading={heading} onAll={(active) => onEdit(withAllRides(subscription, { active }))} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <LimitOfAll
          limit={limitOfAll(subscription)}
          onChange={(thresholdMinutes) => onEdit(withAllRides(subscription, { thresholdMinutes }))}
        />
        {isSearchable && <RideSearch wanted={wanted} onChange={setWanted} />}
      </div>
      {waits ? (
        <section
          aria-label={`Rides of ${parkName}`}
          // A window is scrolled with the keys too.
          tabIndex={isFolded ? undefined : 0}
          className={`@container relative border-y border-line-strong ${isFolded ? '' : WINDOW}`}
        >
          <Rows
            {...rows}
            subscription={subscription}
            shown={byInterest(found, waits.popularityOf)}
            waits={waits}
            isFolded={isFolded && wanted === ''}
            onEdit={onEdit}
          />
          {found.length === 0 && watches.length > 0 && (
            <p className="py-4 text-ink-2">No ride matches. Try another name.</p>
          )}
        </section>
      ) : (
        <Loading label="Loading the waits" className="h-100!" />
      )}
      {rows.facts && (
        <p className="text-14 text-ink-2">
          A bar is a day: filled means the ride got as short as your limit.
        </p>
      )}
    </>
  )
}

type RowsProps = Pick<RideListProps, 'subscription' | 'onEdit' | 'facts' | 'arrivalId'> & {
  shown: WatchView[]
  waits: Waits
  isFolded: boolean
}

function Rows({ subscription, shown, waits, isFolded, onEdit, facts, arrivalId }: RowsProps) {
  const { first, others, isOpen, toggle } = useChosenFirst(shown, isFolded)
  const toRow = (watch: WatchView) => (
    <WatchRow
      key={watch.rideId}
      watch={watch}
      timezone={subscription.timezone}
      wait={waits.badgeOf(watch.rideId)}
      back={waits.backOf(watch.rideId)}
      facts={facts}
      isArrival={watch.rideId === arrivalId}
      onChange={(change) => onEdit(withWatch(subscription, watch.rideId, change))}
    />
  )
  return (
    <>
      <ul className={CLEAR_OF_THE_BAR}>{first.map(toRow)}</ul>
      {others.length > 0 && (
        <>
          <button
            type="button"
            className="flex min-h-12 w-full items-center gap-2 border-t border-line text-action"
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {isOpen ? 'Fewer rides' : `Show all ${shown.length} rides`}
            <span className={isOpen ? 'rotate-180' : ''}>
              <Icon name="down" size={20} />
            </span>
          </button>
          {isOpen && <ul className={CLEAR_OF_THE_BAR}>{others.map(toRow)}</ul>}
        </>
      )}
    </>
  )
}

/** The focused control stays clear of the bar at the foot of the screen. */
const CLEAR_OF_THE_BAR = '[&_button]:scroll-my-24 [&_input]:scroll-my-24'
