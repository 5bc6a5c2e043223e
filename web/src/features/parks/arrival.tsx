import { useCallback, useRef, type ReactNode, type Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

/** Scrolls once for each ride: a board that moves it later leaves the visitor where they are. */
export function useArrival(rideId: string | undefined) {
  const arrivedAt = useRef<string>(undefined)
  return useCallback(
    (mark: HTMLElement | null) => {
      if (!mark || arrivedAt.current === rideId) return
      arrivedAt.current = rideId
      afterNextPaint(() => {
        mark.scrollIntoView({ block: 'center' })
        mark.focus({ preventScroll: true })
      })
    },
    [rideId],
  )
}

/** A scroll in the frame that draws the board would count as a shift of all that was below its place. */
const afterNextPaint = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))

/** Around the ride that an alert was about. */
export function ArrivalMark({ ref, children }: { ref: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} tabIndex={-1} className="border-l-8 border-l-ink bg-sheet pl-3 focus-visible:outline-none">
      <p className="flex items-center gap-2 pt-3 text-14 font-bold">
        <Icon name="bell" size={20} />
        From your alert
      </p>
      {children}
      <Link to="/manage-alerts" className="text-link mb-3 inline-block text-14">
        Change this alert
      </Link>
    </div>
  )
}
