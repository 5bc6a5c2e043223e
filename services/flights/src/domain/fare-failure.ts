/**
 * Why the provider gave no fares.
 * - `unknown-origin`, `unknown-destination`: it knows no place with this code.
 * - `rate-limited`: it asks for a pause of `retryAfterMs`.
 * - `busy`: it was not asked, because more searches wait than our rate allows.
 * - `unreachable`: no answer in time.
 * - `refused`: an error status; `misconfigured`: one that says that our key or request is wrong.
 * - `unusable`: a success status with another body than the documented one.
 */
export type FailureKind =
  | 'unknown-origin'
  | 'unknown-destination'
  | 'rate-limited'
  | 'busy'
  | 'unreachable'
  | 'refused'
  | 'misconfigured'
  | 'unusable'

export class FareFailure extends Error {
  readonly kind: FailureKind
  readonly retryAfterMs: number

  constructor(kind: FailureKind, message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options)
    this.name = 'FareFailure'
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
