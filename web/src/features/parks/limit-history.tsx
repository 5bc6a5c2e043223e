import type { UsualShares } from '@walkon/contracts/http/usual-waits'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { parkDayClock } from '../../lib/park-time.ts'
import { LimitDays, LimitTip } from './limit-days.tsx'
import { shareWords } from './share-words.ts'
import { parkUsualQuery } from './usual-query.ts'

type LimitHistoryProps = { parkId: string; rideId: string; minutes: number }

/** How often a ride got as short as a limit. It is asked for when it is first seen. */
function LimitHistory({ parkId, rideId, minutes }: LimitHistoryProps) {
  const { data, isPending } = useQuery(parkUsualQuery(parkId))
  const ride = data?.rides.find((each) => each.rideId === rideId)
  const parts = ride
    ? [toPart('on weekdays', ride.weekday, minutes), toPart('on weekends', ride.weekend, minutes)]
    : []
  const words = parts.filter((part) => part !== null)
  return (
    <p className="min-h-5 basis-full text-14 text-ink-2" role="status">
      {isPending
        ? 'Looking up how often it gets that short …'
        : words.length > 0
          ? `At ${minutes} min or less: ${words.join('; ')}.`
          : 'We don’t know yet how often it gets that short.'}
    </p>
  )
}

/** Fewer days make no share. */
const FEWEST_DAYS = 3
const STEP_MINUTES = 5

const stepOf = (minutes: number) => Math.floor(minutes / STEP_MINUTES) - 1

/** The share of the time at which a ride was at or below a limit; null where too little is known. */
const shareAt = ({ days, shares }: UsualShares, minutes: number): number | null =>
  days < FEWEST_DAYS ? null : (shares[stepOf(minutes)] ?? null)

function toPart(when: string, usual: UsualShares, minutes: number): string | null {
  const share = shareAt(usual, minutes)
  if (share === null) return null
  const hour = usual.bestHours[stepOf(minutes)] ?? null
  const best = share > 0 && share < 1 && hour !== null ? `, most often at ${clockOfHour(hour)}` : ''
  return `${shareWords(share)} ${when}${best}`
}

/** The day of a park begins at 4 am. */
const clockOfHour = (hour: number) => parkDayClock((hour + 20) * 60)

type Watched = { rideId: string; thresholdMinutes: number; limit?: string | undefined }

/** Facts of a park's past about the limits in a list of its rides. */
export const limitFactsOf = (parkId: string): LimitFacts => ({
  history: ({ rideId, thresholdMinutes }) => (
    <LimitHistory parkId={parkId} rideId={rideId} minutes={thresholdMinutes} />
  ),
  // A limit that fits the ride is not one number, and has no days.
  days: ({ rideId, thresholdMinutes, limit }) =>
    limit ? null : <LimitDays parkId={parkId} rideId={rideId} minutes={thresholdMinutes} />,
  tip: ({ rideId, rideName, thresholdMinutes, limit }, onSet) =>
    limit ? null : (
      <LimitTip
        parkId={parkId}
        rideId={rideId}
        rideName={rideName}
        minutes={thresholdMinutes}
        onSet={onSet}
      />
    ),
})

type LimitFacts = {
  /** In words, how often a ride got as short as its limit. */
  history: (watch: Watched) => ReactNode
  /** The last days as bars. */
  days: (watch: Watched) => ReactNode
  /** A limit that would have alerted, where this one does not. */
  tip: (watch: Watched & { rideName: string }, onSet: (minutes: number) => void) => ReactNode
}
