import type { LiveRide } from '@walkon/contracts/http/parks'
import type { GoneMoment } from '@walkon/contracts/lead-ride'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { minutesIntoParkDay, parkDayAt, parkDayClock } from '../../lib/park-time.ts'
import { Shape } from '../../ui/shape.tsx'
import { postedWords, type Present } from './age.ts'
import { bandOf, bandWord } from './band.ts'
import { usualDayQuery } from './queries.ts'
import { RollingNumber } from './rolling-number.tsx'
import { LeadChart } from './sparkline.tsx'
import { usualOfDay } from './usual-steps.ts'

type LeadPlateProps = {
  ride: LiveRide
  /** The short wait of the ride that is over, where it leads. */
  gone: GoneMoment<LiveRide> | null
  present: Present
  children: ReactNode
}

/** A longer name is set a step smaller, so that the plate keeps its height from one ride to the next. */
const LONG_NAME = 20
const LONGEST_NAME = 30

/** The best ride now, or the best moment of today that is gone, as a painted sign. */
export function LeadPlate({ ride, gone, present, children }: LeadPlateProps) {
  const band = gone ? 'none' : bandOf(ride)
  const { now, timezone } = present
  // Without it the day is drawn all the same.
  const { data: usual } = useQuery(usualDayQuery(ride.rideId))
  return (
    <article className={`plate lead band-${band}`}>
      <div className="lead__top">
        <span className="inline-flex items-center gap-2 font-bold">
          <Shape name={band} />
          {gone ? 'Gone' : bandWord(ride)}
        </span>
        <span>{gone ? goneWords(gone) : postedWords(ride, present)}</span>
      </div>
      <div className="lead__main">
        {band === 'walk' ? (
          <div className="lead__num lead__num--words">Walk on</div>
        ) : (
          <div className="lead__num" translate="no">
            <RollingNumber value={(gone ?? ride).waitMinutes ?? 0} />
            <small> min</small>
          </div>
        )}
        <LeadChart
          ride={ride}
          now={now}
          minuteNow={minutesIntoParkDay(now, timezone)}
          usualDay={usual && usualOfDay(usual, parkDayAt(now, timezone))}
        />
      </div>
      <div className="lead__foot">
        <h2 className={`lead__name ${nameSize(ride.name)}`} translate="no">
          {ride.name}
        </h2>
        {children}
      </div>
    </article>
  )
}

const goneWords = ({ fromMinute, untilMinute }: GoneMoment<LiveRide>) =>
  `at ${parkDayClock(fromMinute)}, for ${untilMinute - fromMinute} min`

function nameSize({ length }: string): string {
  if (length > LONGEST_NAME) return 'lead__name--longest'
  return length > LONG_NAME ? 'lead__name--long' : ''
}

/** The place of a plate that is to come, in its parts. */
export function PlateSkeleton() {
  return (
    <div className="lead skeleton grid! h-auto! rounded-card!">
      <span className="lead__top" />
      <span className="lead__main">
        <span className="lead__num" />
        <span className="lead__day" />
      </span>
      <span className="lead__foot">
        <span className="h-20" />
        <span className="h-12" />
      </span>
    </div>
  )
}
