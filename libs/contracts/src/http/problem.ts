import { z } from 'zod'

/** The body of every response that is not a success (RFC 9457). Clients branch on `code`, never on `detail`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** Which fields of the request are wrong, by path, where that is the problem. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string(),
})

export type Problem = z.output<typeof problem>
