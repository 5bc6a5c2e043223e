import type { LaneOffering, LanePark, LanePreference } from '@walkon/contracts/http/lightning-lane'
import { useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LeftList } from '../../lib/left-list.tsx'
import { FormIcon } from '../../ui/form-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { offerWords } from './lane-words.ts'
import { WishForm } from './wish-form.tsx'
import { wishWords } from './wish-words.ts'

type WishListProps = {
  caller: Caller
  parks: LanePark[]
  preferences: LanePreference[]
  offerings: LaneOffering[]
}

/** The rides that are watched, by priority: a return time that opens for one is told once, by mail and push. */
export const WishList = ({ caller, parks, preferences, offerings }: WishListProps) => (
  <section aria-labelledby="wish-list" className="grid gap-3">
    <h2 id="wish-list" className="text-28 leading-8">
      Your list
    </h2>
    <LeftList caller={caller} list="lightning-lane" about="return times that open" />
    {preferences.length === 0 ? (
      <Panel kind="open" title="Your list is empty" heading="h3">
        <p className="text-ink-2">Tap a bell, set your hours, and we’ll watch that ride.</p>
      </Panel>
    ) : (
      <ol className="grid">
        {preferences.map((wish, at) => (
          <WishRow
            key={wish.id}
            caller={caller}
            wish={wish}
            place={at + 1}
            timezone={parks.find(({ id }) => id === wish.parkId)?.timezone ?? 'UTC'}
            offering={offerOf(wish, offerings)}
          />
        ))}
      </ol>
    )}
  </section>
)

/** Returns the present offer of a ride: of several queues, one that can be had. */
const offerOf = ({ attractionId }: LanePreference, offerings: LaneOffering[]) => {
  const offered = offerings.filter(({ rideId }) => rideId === attractionId)
  return offered.find(({ available }) => available) ?? offered[0]
}

type WishRowProps = {
  caller: Caller
  wish: LanePreference
  place: number
  timezone: string
  /** The present offer of its ride, if it is known. */
  offering: LaneOffering | undefined
}

function WishRow({ caller, wish, place, timezone, offering }: WishRowProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { attractionName, parkName } = wish

  function close(): void {
    setOpen(false)
    opener.current?.focus()
  }

  return (
    <li className="border-t border-line">
      <div className="grid min-h-20 grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-2 py-2">
        <span className="num text-28" style={place === 1 ? { fontStretch: 'var(--wide)' } : undefined}>
          {place}
        </span>
        <span className="grid">
          <span className="font-display text-18 leading-6 font-bold" translate="no">
            {attractionName}
          </span>
          <span className="text-14 text-ink-2">
            {wishWords(wish)}, {parkName}
          </span>
          {offering && <span className="text-14">Now: {offerWords(offering, timezone)}</span>}
        </span>
        <button
          ref={opener}
          type="button"
          className="icon-btn"
          aria-expanded={isOpen}
          aria-label={`Change ${attractionName}`}
          onClick={() => setOpen(!isOpen)}
        >
          <FormIcon name="right" />
        </button>
      </div>
      {isOpen && (
        <div className="pb-5">
          <WishForm
            caller={caller}
            rideId={wish.attractionId}
            rideName={attractionName}
            wish={wish}
            onDone={close}
          />
        </div>
      )}
    </li>
  )
}
