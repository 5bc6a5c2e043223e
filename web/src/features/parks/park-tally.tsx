import type { LiveRide } from '@walkon/contracts/http/parks'
import { Shape } from '../../ui/shape.tsx'
import { bandOf, bandWord, byWait, type Band } from './band.ts'

/** How many rides there are of each word, in the order of the board. */
export function ParkTally({ rides }: { rides: LiveRide[] }) {
  const counts = new Map<string, { band: Band; count: number }>()
  for (const ride of rides.toSorted(byWait)) {
    const word = bandWord(ride).toLowerCase()
    counts.set(word, { band: bandOf(ride), count: (counts.get(word)?.count ?? 0) + 1 })
  }
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {[...counts].map(([word, { band, count }]) => (
        <li key={word} className="flex items-center gap-1.5">
          <Shape name={band} className="[--size:14px]" />
          {count} {word}
        </li>
      ))}
    </ul>
  )
}
