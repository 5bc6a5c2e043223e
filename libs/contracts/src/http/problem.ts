import { z } from 'zod/mini'
import { PROBLEMS, type ProblemCode } from './problem-codes.ts'
import { problemDocument } from './problem-document.ts'

/** The response schemas of a route for its codes: one for each of their statuses, which names these codes alone. */
export function problems<Code extends ProblemCode>(...codes: Code[]): ProblemResponses<Code> {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      z.extend(problemDocument, { code: z.enum(ofStatus) }),
    ]),
  ) as unknown as ProblemResponses<Code>
}

type ProblemResponses<Code extends ProblemCode> = Record<
  (typeof PROBLEMS)[Code]['status'],
  typeof problemDocument
>
