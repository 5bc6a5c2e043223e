import { parkUsualWaits, type UsualShares } from '@walkon/contracts/http/usual-waits'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'
import { parkDayClock } from '../../lib/park-time.ts'
import { shareWords } from './share-words.ts'

/** One answer for all rides of a park, which changes once a day. */
const parkUsualQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['parks', parkId, 'usual'],
    queryFn: ({ signal }) =>
      request(parkUsualWaits, `/parks/${encodeURIComponent(parkId)}/usual`, { signal }),
    staleTime: 60 * 60_000,
  })

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

function toPart(when: string, { days, shares, bestHours }: UsualShares, minutes: number): string | null {
  const step = Math.floor(minutes / STEP_MINUTES) - 1
  const share = shares[step]
  if (share === undefined || days < FEWEST_DAYS) return null
  const hour = bestHours[step] ?? null
  const best = share > 0 && share < 1 && hour !== null ? `, most often at ${clockOfHour(hour)}` : ''
  return `${shareWords(share)} ${when}${best}`
}

/** The day of a park begins at 4 am. */
const clockOfHour = (hour: number) => parkDayClock((hour + 20) * 60)

type Watched = { rideId: string; thresholdMinutes: number }

/** For a list of rides with their limits. */
export const limitHistoryOf =
  (parkId: string) =>
  ({ rideId, thresholdMinutes }: Watched) => (
    <LimitHistory parkId={parkId} rideId={rideId} minutes={thresholdMinutes} />
  )
