import type { ParkBestTimes } from '@walkon/contracts/http/ride-statistics'
import type { LiveRide } from '@walkon/contracts/http/parks'
import type { Steps } from './ride-words.ts'

type Day = ParkBestTimes['days'][number]
export type PlannedRide = Day['rides'][number] & { shortest: NonNullable<Day['rides'][number]['shortest']> }

/** Rides that are shortest in the same two hours. */
export type Slot = { startsAt: string; endsAt: string; rides: PlannedRide[] }

const isPlanned = (ride: Day['rides'][number]): ride is PlannedRide => ride.shortest !== null

/** The rides of a day in the order of their shortest hours; within them the one with most to lose first. Rides without any are left out. */
export function slotsOf({ rides }: Day): Slot[] {
  const planned = rides.filter(isPlanned).filter((ride) => lossOf(ride) > 0)
  const bySlot = Map.groupBy(planned, ({ shortest }) => `${shortest.startsAt} ${shortest.endsAt}`)
  return [...bySlot.values()]
    .flatMap((ofSlot) => {
      const [first] = ofSlot
      if (!first) return []
      const { startsAt, endsAt } = first.shortest
      return [{ startsAt, endsAt, rides: ofSlot.toSorted((one, other) => lossOf(other) - lossOf(one)) }]
    })
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}

/** The rides whose usual wait is the same at every hour that is left. */
export const atAnyHour = ({ rides }: Day): PlannedRide[] =>
  rides.filter(isPlanned).filter((ride) => lossOf(ride) === 0)

/** The minutes that a ride costs more in its longest two hours. */
const lossOf = ({ shortest, longest }: Day['rides'][number]): number =>
  (longest?.usualMinutes ?? 0) - (shortest?.usualMinutes ?? 0)

const STEP_MINUTES = 15

/** The mean of the posted waits of some rides at each quarter of an hour of a day, from its minute on. */
export function meanSteps(rides: Pick<LiveRide, 'today'>[], from: number, minuteNow: number): Steps {
  const steps: Steps = []
  for (let minute = from; minute <= minuteNow; minute += STEP_MINUTES) {
    const waits = rides.flatMap(({ today }) => today.findLast(([at]) => at <= minute)?.[1] ?? [])
    const mean = Math.round(waits.reduce((sum, wait) => sum + wait, 0) / Math.max(1, waits.length))
    steps.push([minute, waits.length * 2 < rides.length || rides.length === 0 ? null : mean])
  }
  return steps
}
