import { z } from 'zod'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from './problem-codes.ts'

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

/** A response map of a route with a schema for each status of the codes, which names no other code. */
export function problems<Code extends ProblemCode>(...codes: Code[]): ProblemResponses<Code> {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [status, problem.extend({ code: z.enum(ofStatus) })]),
  ) as unknown as ProblemResponses<Code>
}

type ProblemResponses<Code extends ProblemCode> = Record<(typeof PROBLEMS)[Code]['status'], typeof problem>
