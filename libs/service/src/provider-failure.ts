/**
 * Why another company's API gave no answer that counts; a client adds kinds of its own.
 * - `rate-limited`: it asks for a pause of `retryAfterMs`.
 * - `unreachable`: no answer in time.
 * - `refused`: an error status; `misconfigured`: one that says that our key or request is wrong.
 * - `unusable`: a success status with another body than the documented one.
 */
export type ProviderFailureKind = 'rate-limited' | 'unreachable' | 'refused' | 'misconfigured' | 'unusable'

export type FailureOptions = ErrorOptions & { retryAfterMs?: number }

/** Each client has a class of its own, so that its callers tell its failures from a fault of ours. */
export class ProviderFailure<Own extends string = never> extends Error {
  readonly kind: ProviderFailureKind | Own
  readonly retryAfterMs: number

  constructor(kind: ProviderFailureKind | Own, message: string, options: FailureOptions = {}) {
    super(message, options)
    this.name = new.target.name
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
