import type { LiveRide } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { minutesIntoParkDay } from '../../lib/park-time.ts'
import { Shape } from '../../ui/shape.tsx'
import { postedWords, type Present } from './age.ts'
import { bandOf, bandWord } from './band.ts'
import { RollingNumber } from './rolling-number.tsx'
import { LeadChart } from './sparkline.tsx'

type LeadPlateProps = { ride: LiveRide; present: Present; children: ReactNode }

/** A longer name is set one step smaller, so that the plate keeps its height from one ride to the next. */
const LONG_NAME = 24

/** The best ride now, as a painted sign. */
export function LeadPlate({ ride, present, children }: LeadPlateProps) {
  const band = bandOf(ride)
  const { now, timezone } = present
  return (
    <article className={`plate lead band-${band}`}>
      <div className="flex items-center justify-between gap-4">
        <span className="inline-flex items-center gap-2 font-bold">
          <Shape name={band} />
          {bandWord(ride)}
        </span>
        <span>{postedWords(ride, present)}</span>
      </div>
      <div className="lead__main md:min-h-28">
        {band === 'walk' ? (
          <p className="lead__num lead__num--words">Walk on</p>
        ) : (
          <p className="lead__num">
            <RollingNumber value={ride.waitMinutes ?? 0} />
            <small>min</small>
          </p>
        )}
        <LeadChart ride={ride} now={now} minuteNow={minutesIntoParkDay(now, timezone)} />
      </div>
      <div className="grid items-center gap-x-6 gap-y-3 md:grid-cols-[minmax(0,1fr)_auto]">
        <h2
          className={`lead__name ${ride.name.length > LONG_NAME ? 'text-28! leading-8!' : ''} flex min-h-20 items-center`}
        >
          {ride.name}
        </h2>
        {children}
      </div>
    </article>
  )
}
