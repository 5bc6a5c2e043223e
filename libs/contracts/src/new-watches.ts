import { z } from 'zod/mini'
import { feedId, thresholdMinutes, watchLimit } from './values.ts'

/** The rides that a visitor chooses with an order, in a request and in the event of its pass (decisions, section 3). */

export const newWatch = z.object({
  rideId: feedId,
  /** Absent: the default. */
  thresholdMinutes: z.optional(thresholdMinutes),
  /** With it the minutes do not count. */
  limit: z.optional(watchLimit),
  onReopen: z.optional(z.boolean()),
})
export type NewWatch = z.output<typeof newWatch>

const MAX_WATCHES = 500
const NO_RIDES = 'No Rides Selected'

const namesEachOnce = (watches: { rideId: string }[]) =>
  new Set(watches.map(({ rideId }) => rideId)).size === watches.length

/** An order without it watches every ride of the park. */
export const newWatches = z
  .array(newWatch)
  .check(z.minLength(1, NO_RIDES), z.maxLength(MAX_WATCHES), z.refine(namesEachOnce, 'A ride is named twice'))

/** The same for a park of a plan. A request may name every ride of the park with its switch: one that is off is not chosen. */
export const switchedWatches = z.array(z.extend(newWatch, { active: z.optional(z.boolean()) })).check(
  z.refine((watches) => watches.some(({ active }) => active !== false), NO_RIDES),
  z.maxLength(MAX_WATCHES),
  z.refine(namesEachOnce, 'A ride is named twice'),
)
