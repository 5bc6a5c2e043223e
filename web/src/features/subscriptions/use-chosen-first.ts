import type { WatchView } from '@walkon/contracts/http/alerts'
import { useState } from 'react'

/** A fold of fewer rides would hide more than it saves. */
const FEWEST_FOLDED = 4

type ChosenFirst = {
  first: WatchView[]
  /** The others; empty where nothing is chosen, or too little is not. */
  others: WatchView[]
  isOpen: boolean
  toggle: () => void
}

/** The chosen rides first, and the others folded until they are wanted. A ride keeps its place while the fold is open: nothing moves under a finger. */
export function useChosenFirst(watches: WatchView[], mayFold: boolean): ChosenFirst {
  const [before] = useState(() => new Set(watches.filter(({ active }) => active).map(({ rideId }) => rideId)))
  const [isWorthIt] = useState(before.size > 0 && watches.length - before.size >= FEWEST_FOLDED)
  const [isOpen, setOpen] = useState(false)
  const isFirst = ({ rideId, active }: WatchView) => before.has(rideId) || (active && !isOpen)
  const others = watches.filter((watch) => !isFirst(watch))
  const isFolded = mayFold && isWorthIt
  return {
    first: isFolded ? watches.filter(isFirst) : watches,
    others: isFolded ? others : [],
    isOpen,
    toggle: () => setOpen(!isOpen),
  }
}
