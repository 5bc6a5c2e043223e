import { z } from 'zod'

/** The things of a product that its operator has to hear of. */
export const SUBJECTS = ['feed', 'disk', 'mail'] as const
export type Subject = (typeof SUBJECTS)[number]

/** A sentence for the operator that names the fault; null while all is well. */
export type Fault = string | null

const standing = z.object({
  fault: z.nullable(z.string()),
  /** The instant since which it is so. */
  since: z.iso.datetime(),
  /** False until the operator has heard of it. */
  isTold: z.boolean(),
})
export type Standing = z.output<typeof standing>

export const standings = z.partialRecord(z.enum(SUBJECTS), standing)
export type Standings = z.output<typeof standings>

/**
 * The standing after another look: each change is told once. A change that is undone before it was told is not told: the operator believes
 * the present state.
 */
export function decideStanding(known: Standing | undefined, fault: Fault, now: Date): Standing {
  const { fault: before, isTold } = known ?? { fault: null, isTold: true }
  const since = now.toISOString()
  if ((before === null) === (fault === null)) return { ...(known ?? { since, isTold }), fault }
  return { fault, since, isTold: !isTold }
}
