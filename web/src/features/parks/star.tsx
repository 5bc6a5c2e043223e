import { Drawing } from '../../ui/icon.tsx'
import type { Favourites } from './favourites.ts'

const STAR = 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z'

type StarProps = { ride: { rideId: string; name: string }; favourites: Favourites }

/** Keeps a ride at hand: its shape is filled while the ride is a favorite. */
export function Star({ ride: { rideId, name }, favourites }: StarProps) {
  const isOn = favourites.has(rideId)
  return (
    <button
      ref={(button) => {
        if (button && favourites.takeMoved(rideId)) button.focus({ preventScroll: true })
      }}
      type="button"
      className={`icon-btn ${isOn ? 'text-action [&_path]:fill-current' : 'text-ink-2'}`}
      aria-label={`Favorite: ${name}`}
      aria-pressed={isOn}
      onClick={() => favourites.toggle(rideId)}
    >
      <Drawing path={STAR} />
    </button>
  )
}
