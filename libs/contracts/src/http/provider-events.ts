import { z } from 'zod/mini'
import { instant } from '../values.ts'
import { actReason } from './desk.ts'

/** Events of providers that a service could not read or apply, for admins. */

/** The most that are listed, the oldest first: replayed events make room for the next. */
export const SET_ASIDE_LIMIT = 100

export const setAsideEvent = z.object({
  /** The order of arrival in the service; a number that may be larger than a JSON number holds. */
  position: z.string().check(z.regex(/^\d{1,18}$/)),
  provider: z.string(),
  receivedAt: instant,
  attempts: z.int(),
  /** The fault of the last attempt. */
  rejection: z.string(),
})
export type SetAsideEvent = z.output<typeof setAsideEvent>
export const setAsideEvents = z.array(setAsideEvent)

export const replayAct = z.strictObject({
  /** Applies the event and takes all of it back. */
  isDryRun: z.boolean(),
  reason: actReason,
})

/** `queued`: the event is applied in its turn. `why` names the fault of a refused one. */
export const replayOutcome = z.object({
  outcome: z.enum(['would-be-applied', 'refused', 'queued']),
  why: z.nullable(z.string()),
})
export type ReplayOutcome = z.output<typeof replayOutcome>
