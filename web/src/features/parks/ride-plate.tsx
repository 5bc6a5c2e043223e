import { usualWords } from '@walkon/contracts/drop-below-usual'
import type { LiveRide } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { Shape } from '../../ui/shape.tsx'
import { postedWords, type Present } from './age.ts'
import { bandOf, bandWord, hasReading } from './band.ts'
import { standsSince } from './ride-row.tsx'
import { RollingNumber } from './rolling-number.tsx'

type RidePlateProps = {
  ride: LiveRide
  present: Present
  /** Acts of the visitor on this ride. */
  children: ReactNode
  /** When a ride that does not run is back, or the wait after it has reopened. */
  more?: ReactNode
}

/** The present wait of one ride as a painted sign, or why it has none. */
export function RidePlate({ ride, present, children, more }: RidePlateProps) {
  const band = bandOf(ride)
  const isRunning = hasReading(ride)
  return (
    <section className={`plate lead band-${band}`} aria-label="Wait now">
      <div className="lead__top">
        <span className="inline-flex items-center gap-2 font-bold">
          <Shape name={band} />
          {bandWord(ride)}
        </span>
        <span>{isRunning ? postedWords(ride, present) : standsSince(ride, present)}</span>
      </div>
      {isRunning && band !== 'walk' ? (
        <div className="lead__num" translate="no">
          <RollingNumber value={ride.waitMinutes ?? 0} />
          <small> min</small>
        </div>
      ) : (
        <div className="lead__num lead__num--words">{bandWord(ride)}</div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p className="grid">
          {isRunning && <AgainstUsual ride={ride} />}
          {more && <span>{more}</span>}
        </p>
        {children}
      </div>
    </section>
  )
}

function AgainstUsual({ ride: { waitMinutes, usualMinutes } }: { ride: LiveRide }) {
  if (waitMinutes === null || usualMinutes === null) return 'The usual wait at this hour is not known yet.'
  const under = usualMinutes - waitMinutes
  const words = under === 0 ? 'As usual' : `${Math.abs(under)} ${under > 0 ? 'under' : 'over'} usual`
  return (
    <>
      <b className="font-display text-22 leading-7">{words}</b>
      <span>usually {usualWords(usualMinutes)} at this hour</span>
    </>
  )
}
