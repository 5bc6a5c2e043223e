import { z } from 'zod/mini'
import { instant } from '../values.ts'
import { pageQuery } from './page.ts'

/** An act of an admin or a moderator, by ids alone: `GET /admin-actions` of each service that has such acts. */
export const adminAction = z.object({
  id: z.uuid(),
  /** The account that acted. */
  actorId: z.uuid(),
  /** In kebab-case, `retire-promo-code`. */
  action: z.string(),
  /** The object of the act: an id, or the name of a thing that has no other; never an address. */
  subjectId: z.nullable(z.string()),
  /** In the actor's words, where the act asks for one. */
  reason: z.nullable(z.string()),
  /** A look-up of the support desk has the same id in each service that it asked. */
  lookUpId: z.optional(z.nullable(z.uuid())),
  actedAt: instant,
})
export type AdminAction = z.output<typeof adminAction>

/** An export reads the whole list, so a page of it may be longer than one of other lists. */
export const MAX_ADMIN_ACTIONS = 1_000

/** Filters of the list: who, what, to whom, and when. */
export const adminActionQuery = z.extend(pageQuery, {
  limit: z.prefault(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_ADMIN_ACTIONS)), 20),
  actorId: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.regex(/^[a-z][a-z-]{0,63}$/))),
  subjectId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** The first instant that counts. */
  from: z.optional(instant),
  /** The first instant that does not count any more. */
  until: z.optional(instant),
})
export type AdminActionQuery = z.output<typeof adminActionQuery>
