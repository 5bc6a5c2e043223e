import { z } from 'zod'
import { PROBLEM_CODES } from './problem-codes.ts'

/** The body of every response that is not a success (RFC 9457). Clients branch on `code`, never on `detail`. */
export const problem = z.object({
  /** The path of the page that explains the code. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(PROBLEM_CODES),
  detail: z.string(),
  /** Which fields of the request are wrong, by path, where that is the problem. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string(),
})

export type Problem = z.output<typeof problem>
