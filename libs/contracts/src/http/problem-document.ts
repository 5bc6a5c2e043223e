import { z } from 'zod/mini'
import type { ProblemCode } from './problem-codes.ts'

/**
 * The body of every response that is not a success (RFC 9457). Clients branch on `code`, never on `detail`. `code` is any string here: a
 * newer server may answer with a code unknown to an open page, and the browser loads no catalogue.
 */
export const problemDocument = z.object({
  /** The path of the page that explains the code. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** The wrong fields of the request, by path, if that is the problem. */
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.string(),
})

export type Problem = z.output<typeof problemDocument> & { code: ProblemCode }
