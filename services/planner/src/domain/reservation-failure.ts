/**
 * Why the provider of reservations gave no answer that counts.
 * - `unknown-restaurant`: it has no such restaurant.
 * - `rate-limited`: it asks for a pause of `retryAfterMs`.
 * - `unreachable`: no answer in time.
 * - `refused`: an error status; `misconfigured`: one that says that our key or request is wrong.
 * - `unusable`: a success status with another body than the documented one.
 */
export type ReservationFailureKind =
  | 'unknown-restaurant'
  | 'rate-limited'
  | 'unreachable'
  | 'refused'
  | 'misconfigured'
  | 'unusable'

export class ReservationFailure extends Error {
  readonly kind: ReservationFailureKind
  readonly retryAfterMs: number

  constructor(
    kind: ReservationFailureKind,
    message: string,
    options: ErrorOptions & { retryAfterMs?: number } = {},
  ) {
    super(message, options)
    this.name = 'ReservationFailure'
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
