import { useQuery } from '@tanstack/react-query'
import { areEnough, betterLimit, hitsOf, type Lows } from './better-limit.ts'
import { parkUsualQuery } from './usual-query.ts'

type LimitDaysProps = { parkId: string; rideId: string; minutes: number }

/** Empty until they are known. */
function useLows(parkId: string, rideId: string): Lows {
  const { data } = useQuery(parkUsualQuery(parkId))
  return data?.rides.find((each) => each.rideId === rideId)?.lows ?? []
}

/** A bar for each of the last days: it is filled if the ride got as short as the limit. */
export function LimitDays({ parkId, rideId, minutes }: LimitDaysProps) {
  const lows = useLows(parkId, rideId)
  const hits = hitsOf(lows, minutes)
  if (!areEnough(lows)) return null
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-14 text-ink-2">
      <span className="flex gap-0.5" aria-hidden="true">
        {hits.map((isHit, day) => (
          <i
            key={day}
            className={`h-4 w-1.5 rounded-[2px] border ${isHit ? 'border-go bg-go' : 'border-line-strong'}`}
          />
        ))}
      </span>
      <span>
        <span className="sr-only">Short on </span>
        {hits.filter(Boolean).length} of {hits.length}
        {/* In a card on a phone the limit stands on the same line; a line below the list says that a bar is a day. */}
        <span className="@max-[21.5rem]:sr-only"> days</span>
      </span>
    </span>
  )
}

type LimitTipProps = LimitDaysProps & { rideName: string; onSet: (minutes: number) => void }

/** For a limit that a ride hardly ever meets: the one that it meets on most days. */
export function LimitTip({ parkId, rideId, rideName, minutes, onSet }: LimitTipProps) {
  const lows = useLows(parkId, rideId)
  const better = betterLimit(lows, minutes)
  if (!better) return null
  return (
    <p className="text-14 text-ink-2">
      At {better.minutes} min: {better.days} of {lows.length} days.{' '}
      <button
        type="button"
        className="-my-3 min-h-11 text-action underline underline-offset-4"
        onClick={() => onSet(better.minutes)}
      >
        Set {better.minutes} min<span className="sr-only">: {rideName}</span>
      </button>
    </p>
  )
}
