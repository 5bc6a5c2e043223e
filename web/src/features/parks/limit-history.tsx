import type { UsualShares } from '@walkon/contracts/http/usual-waits'
import { useQuery } from '@tanstack/react-query'
import { isWeekend, parkDateAt, parkDayClock } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
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

type Watched = { rideId: string; thresholdMinutes: number }

/** How often a ride got as short as its limit on days like today, in one line. The line is kept until it is known. */
function LimitGlance({ parkId, rideId, minutes }: LimitHistoryProps) {
  const { data } = useQuery(parkUsualQuery(parkId))
  const now = useNow()
  const ride = data?.rides.find((each) => each.rideId === rideId)
  const isOfWeekend = data !== undefined && isWeekend(parkDateAt(now, data.timezone))
  const share = ride ? shareAt(isOfWeekend ? ride.weekend : ride.weekday, minutes) : null
  return (
    <span className="block min-h-5 font-text text-14 font-normal tracking-normal text-ink-2">
      {share !== null && `${minutes} min or less: ${shareWords(share)}`}
    </span>
  )
}

/** For a list of rides with their limits. */
export const limitHistoryOf =
  (parkId: string) =>
  ({ rideId, thresholdMinutes }: Watched) => (
    <LimitHistory parkId={parkId} rideId={rideId} minutes={thresholdMinutes} />
  )

/** The same in the row of each ride. A limit that fits the ride is not one number, and has none. */
export const limitGlanceOf =
  (parkId: string) =>
  ({ rideId, thresholdMinutes, limit }: Watched & { limit?: string | undefined }) =>
    limit ? null : <LimitGlance parkId={parkId} rideId={rideId} minutes={thresholdMinutes} />
