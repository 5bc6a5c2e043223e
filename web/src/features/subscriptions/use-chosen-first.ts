import type { WatchView } from '@walkon/contracts/http/alerts'
import { useState } from 'react'

/** Rides before the fold. */
const MOST_FIRST = 10

/** A fold of fewer rides would hide more than it saves. */
const FEWEST_FOLDED = 4

type ChosenFirst = {
  first: WatchView[]
  /** The others; empty where they are too few to fold. */
  others: WatchView[]
  isOpen: boolean
  toggle: () => void
}

/**
 * The chosen rides first, ten at most, and the others folded until they are wanted. A ride keeps its place while the fold is open: nothing
 * moves under a finger.
 */
export function useChosenFirst(watches: WatchView[], mayFold: boolean): ChosenFirst {
  const [before] = useState(() => new Set(toFirst(watches).map(({ rideId }) => rideId)))
  const [isWorthIt] = useState(watches.length - before.size >= FEWEST_FOLDED)
  const [isOpen, setOpen] = useState(false)
  if (!mayFold || !isWorthIt) return { first: watches, others: [], isOpen, toggle: () => {} }

  const isNew = ({ rideId, active }: WatchView) => active && !before.has(rideId)
  const joined = isOpen ? [] : watches.filter(isNew).slice(0, MOST_FIRST - before.size)
  const isFirst = (watch: WatchView) => before.has(watch.rideId) || joined.includes(watch)
  return {
    first: watches.filter(isFirst),
    others: watches.filter((watch) => !isFirst(watch)),
    isOpen,
    toggle: () => setOpen(!isOpen),
  }
}

/** The chosen rides, or of a park without one the first of all. */
function toFirst(watches: WatchView[]): WatchView[] {
  const chosen = watches.filter(({ active }) => active)
  return (chosen.length > 0 ? chosen : watches).slice(0, MOST_FIRST)
}
