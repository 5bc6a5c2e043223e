import { PROBLEMS, type ProblemCode } from '@walkon/contracts/http/problem-codes'

/**
 * A refusal that the caller can act on. `code` is a key of the catalogue, which knows its status and title; `message` is
 * for people. Any other error that is thrown is a fault of ours and leaves the service as a bare 500.
 */
export class AppError extends Error {
  readonly code: ProblemCode
  readonly status: number
  /** Seconds after which the same request may be tried again; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | null
  /** The limit that was hit, by which the refusal is counted (limits-hit.ts). */
  readonly limit: string | null

  constructor(
    code: ProblemCode,
    message: string,
    options: ErrorOptions & { retryAfterSeconds?: number; limit?: string } = {},
  ) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.status = PROBLEMS[code].status
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.limit = options.limit ?? null
  }
}

/** Things that can be missing: each `<thing>-not-found` of the catalogue. */
type Thing = ProblemCode extends infer Code ? (Code extends `${infer Name}-not-found` ? Name : never) : never

/** The same answer for "not there" and "not yours". */
export const notFound = (thing: Thing) => new AppError(`${thing}-not-found`, `No such ${thing}`)

export const unauthorized = () => new AppError('unauthorized', 'Sign in, or open the link of your last alert')

/** `limit` names the limit that was hit, such as `checkout`, and nothing of the client. */
export const tooManyRequests = (limit: string, retryAfterSeconds: number) =>
  new AppError('too-many-requests', 'Too many tries. Please wait a moment.', { retryAfterSeconds, limit })

const UNAVAILABLE_SQLSTATES = /^(08|53|57|58|25006|25P03|40001|40P01|55P03)/
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
])

/**
 * True if a dependency is away for the moment (database restarting, connection lost, standby still read-only, deadlock, statement
 * cancelled). The same work may succeed later unchanged.
 */
export function isInfrastructureFault(error: unknown): boolean {
  return codesOf(error).some((code) => UNAVAILABLE_CODES.has(code) || UNAVAILABLE_SQLSTATES.test(code))
}

/** True if PostgreSQL ended a statement that took longer than `statement_timeout`, or was cancelled. */
export const isStatementTimeout = (error: unknown): boolean => codesOf(error).includes('57014')

/** The codes of an error and of its causes. */
function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') codes.push(cause.code)
  }
  return codes
}
