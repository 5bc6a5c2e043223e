import type { LiveRide } from '@walkon/contracts/http/parks'
import { ageOf } from '../../lib/park-time.ts'
import { Shape } from '../../ui/shape.tsx'
import { bandOf, bandWord, roomOf } from './band.ts'
import { sinceWords } from './opening.ts'
import { RollingNumber } from './rolling-number.tsx'
import { Sparkline } from './sparkline.tsx'

export type RideRowProps = { ride: LiveRide; readAt: string; timezone: string; now: Date; minuteNow: number }

/** One line of the board. Its size says how long the wait is; its shape and its word say so too. */
export function RideRow({ ride, readAt, timezone, now, minuteNow }: RideRowProps) {
  const band = bandOf(ride)
  const hasChanged = ride.previousWaitMinutes !== null && roomOf(ride) < 4
  return (
    <div className={`ride ride--${roomOf(ride)} band-${band} ${hasChanged ? 'ride--changed' : ''}`}>
      <RideWait ride={ride} />
      <span className="ride__what">
        <span className="ride__name">{ride.name}</span>
        <RideMeta ride={ride} readAt={readAt} timezone={timezone} now={now} />
      </span>
      {roomOf(ride) < 4 && <Sparkline ride={ride} minuteNow={minuteNow} />}
    </div>
  )
}

function RideWait({ ride }: { ride: LiveRide }) {
  const band = bandOf(ride)
  const hasNumber = roomOf(ride) < 4 && band !== 'walk'
  return (
    <span className="ride__wait">
      <span className="ride__num">
        {hasNumber ? (
          <span className="num">
            <RollingNumber value={ride.waitMinutes ?? 0} />
            <small>min</small>
          </span>
        ) : (
          <Shape name={band} />
        )}
      </span>
      <span className="ride__band">
        {hasNumber && <Shape name={band} />}
        {bandWord(ride)}
      </span>
    </span>
  )
}

/** No number without its age. */
function RideMeta({ ride, readAt, timezone, now }: Omit<RideRowProps, 'minuteNow'>) {
  const isRunning = roomOf(ride) < 4
  const changedAt = ride.changedAt === null ? null : new Date(ride.changedAt)
  return (
    <span className="ride__meta">
      {isRunning && ride.previousWaitMinutes !== null && <span>was {ride.previousWaitMinutes}</span>}
      {isRunning && (
        <span>{changedAt ? `posted ${ageOf(changedAt, now)}` : `read ${ageOf(new Date(readAt), now)}`}</span>
      )}
      {!isRunning && changedAt && <span>{sinceWords(changedAt, now, timezone)}</span>}
    </span>
  )
}
