import { z } from 'zod/mini'
import { feedId, instant } from '../values.ts'

/** No visitor is without signal for longer; older changes are refused. */
export const MAX_CHANGE_AGE_DAYS = 30
const DAY_MS = 86_400_000

/** The most changes of one request. */
export const MAX_CHECKLIST_CHANGES = 100

const ride = { rideId: feedId, name: z.string() }

/** `GET /api/planner/checklists/:parkId` */
export const checklist = z.object({
  parkId: feedId,
  /** The rides on the list, by name. */
  rides: z.array(
    z.object({
      ...ride,
      /** False for an attraction that posts no waits, or is in refurbishment: it stays on the list and is not counted. Absent otherwise. */
      isRide: z.optional(z.boolean()),
      /** When it was ticked off; null while it is not. */
      completedAt: z.nullable(instant),
    }),
  ),
  /** The rides of the park that are not on the list, by name. */
  others: z.array(z.object(ride)),
})
export type Checklist = z.output<typeof checklist>

const made = {
  /**
   * The age of the visitor's change, in milliseconds by the device's clock: the difference of two of its readings, so that a wrong clock
   * does no harm.
   */
  ageMs: z.int().check(z.minimum(0), z.maximum(MAX_CHANGE_AGE_DAYS * DAY_MS)),
}

/** `POST /api/planner/checklists/:parkId/changes`, in the order in which they were made. All or none are applied. */
export const checklistChanges = z.object({
  changes: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.enum(['add', 'complete', 'reopen', 'remove']), rideId: feedId, ...made }),
        z.object({ kind: z.enum(['add-all', 'reset']), ...made }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(MAX_CHECKLIST_CHANGES)),
})
export type ChecklistChanges = z.output<typeof checklistChanges>
