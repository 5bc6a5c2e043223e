import type { LiveRide } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { ageOf } from '../../lib/park-time.ts'
import { Shape } from '../../ui/shape.tsx'
import { bandOf, bandWord } from './band.ts'
import { RollingNumber } from './rolling-number.tsx'
import { LeadChart } from './sparkline.tsx'

type LeadPlateProps = { ride: LiveRide; readAt: string; now: Date; minuteNow: number; children: ReactNode }

/** The best ride now, as a painted sign. */
export function LeadPlate({ ride, readAt, now, minuteNow, children }: LeadPlateProps) {
  const band = bandOf(ride)
  const age = ride.changedAt
    ? `posted ${ageOf(new Date(ride.changedAt), now)}`
    : `read ${ageOf(new Date(readAt), now)}`
  return (
    <article className={`plate lead band-${band}`}>
      <div className="flex items-center justify-between gap-4">
        <span className="inline-flex items-center gap-2 font-bold">
          <Shape name={band} />
          {bandWord(ride)}
        </span>
        <span>{age}</span>
      </div>
      <div className="lead__main">
        {band === 'walk' ? (
          <p className="lead__num lead__num--words">Walk on</p>
        ) : (
          <p className="lead__num">
            <RollingNumber value={ride.waitMinutes ?? 0} />
            <small>min</small>
          </p>
        )}
        <LeadChart ride={ride} minuteNow={minuteNow} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="lead__name">{ride.name}</h2>
        {children}
      </div>
    </article>
  )
}
