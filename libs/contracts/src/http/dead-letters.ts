import { z } from 'zod/mini'
import { instant } from '../values.ts'
import { actReason } from './desk.ts'

/** Records of the event log that a service could not apply, for admins. */

/** The newest letters listed of each topic: older ones can no longer be applied. */
export const DEAD_LETTERS_LIMIT = 100

/** The letter's place in the log: `<topic>.dlq/<partition>/<offset>`. */
const letterId = z.string().check(z.regex(/^[a-z0-9][\w.-]{0,200}\.dlq\/\d{1,6}\/\d{1,18}$/))

export const deadLetter = z.object({
  id: letterId,
  /** The record's place, with its offset; a number that may be larger than a JSON number holds. */
  topic: z.string(),
  partition: z.int(),
  offset: z.string(),
  /** The type of its event and when that happened; null where the record says neither. */
  type: z.nullable(z.string()),
  occurredAt: z.nullable(instant),
  errorClass: z.string(),
  errorMessage: z.string(),
  /**
   * `waiting` can be given to its consumer again. The others are left alone: applied by an earlier replay, or older than our memory of
   * applied events. So are those of a compacted topic that may have a newer value, and events that the service cannot read.
   */
  standing: z.enum(['waiting', 'applied-before', 'too-old', 'superseded', 'unreadable']),
})
export type DeadLetter = z.output<typeof deadLetter>
/** `total` are all of the service that the log holds, listed or not. */
export const deadLetters = z.object({ letters: z.array(deadLetter), total: z.int() })
export type DeadLetters = z.output<typeof deadLetters>

export const letterAct = z.strictObject({
  id: letterId,
  /** Gives the record to its handler and takes all of that back. */
  isDryRun: z.boolean(),
  reason: actReason,
})

/** `why` names the fault of a record that was refused again. */
export const letterOutcome = z.object({
  outcome: z.enum(['would-be-applied', 'applied', 'applied-before', 'too-old', 'superseded', 'refused']),
  why: z.nullable(z.string()),
})
export type LetterOutcome = z.output<typeof letterOutcome>
