import type { LiveRide } from '@walkon/contracts/http/parks'
import { Shape } from '../../ui/shape.tsx'
import { bandOf, bandWord, hasReading } from './band.ts'

/** The wait and the status of a ride beside its name. Without a row on the board there is no data of it. */
export function RideNow({ ride }: { ride: LiveRide | undefined }) {
  const reading = ride ?? { status: 'OPERATING' as const, waitMinutes: null }
  const band = bandOf(reading)
  return (
    <span className={`grid justify-items-end band-${band}`} translate="no">
      {hasReading(reading) && band !== 'walk' && (
        <span className="num text-22">
          {reading.waitMinutes}
          <small> min</small>
        </span>
      )}
      <span className="flex items-center gap-1.5 text-14 font-bold">
        <Shape name={band} className="[--size:14px]" />
        {bandWord(reading)}
      </span>
    </span>
  )
}
