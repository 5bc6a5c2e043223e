import { z } from 'zod/mini'

/**
 * The request id of a decision about something that other people change too. The same `requestId` again is the same decision and changes
 * nothing more; with another decision it is refused.
 */
export const ofRequest = { requestId: z.optional(z.uuid()) }

/** Opaque: the answer that showed a thing names the version of it. */
export const seenVersion = z.int()

/** `version` is the one that was decided about: 409 `decision-conflict` if there is another by now. */
export const ofDecision = { ...ofRequest, version: seenVersion }

/** A decision that cannot be called back names both. */
export const finalDecision = z.object({ requestId: z.uuid(), version: seenVersion })
export type FinalDecision = z.output<typeof finalDecision>
