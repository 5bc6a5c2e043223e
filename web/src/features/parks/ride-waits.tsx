import { breakdownWords } from '@walkon/contracts/breakdown-words'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Shape } from '../../ui/shape.tsx'
import { bandOf, bandWord, RIDE_LIST, roomOf } from './band.ts'
import { useNow } from '../../lib/use-now.ts'
import { WAITS_AND_QUEUES } from './live-queries.ts'
import { boardQuery } from './queries.ts'

/** Facts of a park's board about a ride, for a list of rides that is no board. */
export type RideWaits = {
  /** The higher, the more wanted; -1 for a ride without a wait on the board. */
  popularityOf: (rideId: string) => number
  badgeOf: (rideId: string) => ReactNode
  /** When a ride that is down is usually back, and what follows where it has just reopened; null for any other. */
  backOf: (rideId: string) => string | null
}

const READ_EVERY_MS = 30_000

/** Undefined while the board loads. A board that cannot be loaded knows no ride. */
export function useRideWaits(parkId: string): RideWaits | undefined {
  const now = useNow()
  const { data: board, isPending } = useQuery({
    ...boardQuery(parkId, WAITS_AND_QUEUES),
    refetchInterval: READ_EVERY_MS,
  })
  if (isPending) return undefined
  const rides = new Map(board?.rides.map((ride) => [ride.rideId, ride]))
  return {
    popularityOf: (rideId) => rides.get(rideId)?.popularity ?? -1,
    badgeOf: (rideId) => <WaitBadge ride={rides.get(rideId) ?? NOT_ON_BOARD} />,
    backOf: (rideId) => breakdownWords(rides.get(rideId) ?? NOT_ON_BOARD, now),
  }
}

const NOT_ON_BOARD = { status: 'OPERATING', waitMinutes: null, changedAt: null } as const

type WaitBadgeProps = { ride: Pick<LiveRide, 'status' | 'waitMinutes'> }

/** The wait over its shape and word, in the width of one column. */
function WaitBadge({ ride }: WaitBadgeProps) {
  const band = bandOf(ride, RIDE_LIST)
  const hasNumber = roomOf(ride) < 4 && band !== 'walk'
  return (
    <span className={`grid justify-items-start gap-1 band-${band}`}>
      {hasNumber && (
        <span className="num text-28">
          {ride.waitMinutes}
          <small> min</small>
        </span>
      )}
      {/* Without a number the word has the column to itself: "Temporarily" and a shape beside it are wider. */}
      <span
        className={`flex max-w-full gap-1.5 text-14 leading-4 wrap-anywhere hyphens-auto ${hasNumber ? 'items-center' : 'flex-col'}`}
      >
        <Shape name={band} className={hasNumber ? '[--size:14px]' : '[--size:18px]'} />
        {bandWord(ride, RIDE_LIST)}
      </span>
    </span>
  )
}
