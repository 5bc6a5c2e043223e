import { array, string } from 'zod/mini'
import { useEffect, useRef, useState } from 'react'
import { readDeviceJson, writeDeviceValue } from '../../lib/device-store.ts'

const KEY = 'walkon.favourite-rides'

/** More than one visitor marks; the newest are kept. */
const MOST = 500

export type Favourites = {
  has: (rideId: string) => boolean
  toggle: (rideId: string) => void
  /** Once after a toggle: the row of the ride is drawn elsewhere, and the focus goes with it. */
  takeMoved: (rideId: string) => boolean
}

/** The rides that this browser's visitor has marked, in all parks. Other tabs hear of a change. */
export function useFavourites(): Favourites {
  const [ids, setIds] = useState(readFavourites)
  const moved = useRef<string>(undefined)

  useEffect(() => {
    const hear = ({ key }: StorageEvent) => key === KEY && setIds(readFavourites())
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])

  function toggle(rideId: string): void {
    // Another tab may have changed them since.
    const kept = readFavourites()
    const next = kept.includes(rideId) ? kept.filter((id) => id !== rideId) : [...kept, rideId].slice(-MOST)
    moved.current = rideId
    writeDeviceValue(KEY, JSON.stringify(next))
    setIds(next)
  }

  function takeMoved(rideId: string): boolean {
    if (moved.current !== rideId) return false
    moved.current = undefined
    return true
  }

  return { has: (rideId) => ids.includes(rideId), toggle, takeMoved }
}

function readFavourites(): string[] {
  const kept = array(string()).safeParse(readDeviceJson(KEY))
  return kept.success ? kept.data : []
}
