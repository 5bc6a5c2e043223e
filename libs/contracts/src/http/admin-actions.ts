import { z } from 'zod/mini'
import { instant } from '../values.ts'

/** What an admin or a moderator did, by ids alone: `GET /admin-actions` of each service that has such acts. */
export const adminAction = z.object({
  id: z.uuid(),
  /** The account that acted. */
  actorId: z.uuid(),
  /** In kebab-case, `retire-promo-code`. */
  action: z.string(),
  /** What it was done to: an id, or the name of a thing that has no other; never an address. */
  subjectId: z.nullable(z.string()),
  /** In the actor's words, where the act asks for one. */
  reason: z.nullable(z.string()),
  actedAt: instant,
})
export type AdminAction = z.output<typeof adminAction>
