import { usualWords } from '@walkon/contracts/drop-below-usual'
import type { LiveRide } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { minutesIntoParkDay } from '../../lib/park-time.ts'
import { Shape } from '../../ui/shape.tsx'
import { postedWords, type Present } from './age.ts'
import { bandOf, bandWord, roomOf } from './band.ts'
import { sinceWords } from './opening.ts'
import { RollingNumber } from './rolling-number.tsx'
import { Sparkline } from './sparkline.tsx'

type RideProps = { ride: LiveRide; present: Present }

type RideRowProps = RideProps & {
  /** In place of the name alone: the way to more of the ride. */
  name?: ReactNode
  /** In place of its history: one line below the name. */
  meta?: ReactNode
  /** The age of its wait, under the number. */
  age?: ReactNode
  /** Acts for the ride, at the end of its line. */
  acts?: ReactNode
}

/** One line of the board. Its size says how long the wait is; its shape and its word say so too. */
export function RideRow({
  ride,
  present,
  name = ride.name,
  meta = <RideMeta ride={ride} age={ageWords(ride, present)} />,
  age,
  acts,
}: RideRowProps) {
  const room = roomOf(ride)
  const isRunning = room < 4
  const hasChanged = isRunning && ride.previousWaitMinutes !== null
  return (
    <div className={`ride ride--${room} band-${bandOf(ride)} ${hasChanged ? 'ride--changed' : ''}`}>
      <RideWait ride={ride} age={age} />
      <div className="ride__what">
        <span className="ride__name" translate="no">
          {name}
        </span>
        {meta}
      </div>
      <span className={acts ? 'ride__acts' : 'contents'}>
        {isRunning && <Sparkline ride={ride} minuteNow={minutesIntoParkDay(present.now, present.timezone)} />}
        {acts}
      </span>
    </div>
  )
}

function RideWait({ ride, age }: Pick<RideRowProps, 'ride' | 'age'>) {
  const band = bandOf(ride)
  const hasNumber = roomOf(ride) < 4 && band !== 'walk'
  return (
    <span className="ride__wait">
      <span className="ride__num">
        {hasNumber ? (
          <span className="num" translate="no">
            <RollingNumber value={ride.waitMinutes ?? 0} />
            <small> min</small>
          </span>
        ) : (
          <Shape name={band} />
        )}
      </span>
      <span className="ride__band">
        {hasNumber && <Shape name={band} />}
        {bandWord(ride)}
      </span>
      {age}
    </span>
  )
}

/** No number without its age; a ride without data has no age either. */
export const ageWords = (ride: LiveRide, present: Present): string | null =>
  roomOf(ride) < 4 ? postedWords(ride, present) : standsSince(ride, present)

/** The history of a ride in a few words. */
export function RideMeta({ ride, age }: { ride: LiveRide; age: string | null }) {
  const isRunning = roomOf(ride) < 4
  return (
    <span className="ride__meta">
      {isRunning && ride.previousWaitMinutes !== null && <span>was {ride.previousWaitMinutes}</span>}
      {isRunning && ride.usualMinutes !== null && <span>usual {usualWords(ride.usualMinutes)}</span>}
      {age && <span>{age}</span>}
    </span>
  )
}

/** Since when a ride does not run; null where the feed does not say. */
export function standsSince(ride: LiveRide, { now, timezone }: Present): string | null {
  if (ride.changedAt === null || bandOf(ride) === 'none') return null
  return sinceWords(new Date(ride.changedAt), now, timezone)
}
