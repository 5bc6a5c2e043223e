import { AppError } from '@walkon/service/errors'
import type { Weakness } from '../domain/weak-passwords.ts'

/** Errors that several use cases throw, with GoTrue's codes. */

/** A refused password, with the reasons. */
export class WeakPassword extends AppError {
  readonly reasons: Weakness[]

  constructor(reasons: Weakness[]) {
    const words = reasons.includes('length')
      ? 'Password should be at least 8 characters.'
      : 'That password is too common. Please choose another.'
    super('weak_password', words)
    this.reasons = reasons
  }
}

/** For an access token whose session or user does not exist any more. */
export const gone = (what: 'session' | 'user') =>
  new AppError(
    what === 'session' ? 'session_not_found' : 'user_not_found',
    what === 'session'
      ? 'Session from session_id claim in JWT does not exist'
      : 'User from sub claim in JWT does not exist',
  )

export const validationFailed = (problem: string) => new AppError('invalid-user-data', problem)

/** One error for a mail's token that is wrong, expired or used. */
export const linkExpired = () => new AppError('otp_expired', 'Email link is invalid or has expired')

export const factorNotFound = () => new AppError('mfa_factor_not_found', 'MFA factor not found')

/** Only an admin grants the role in the product, so the last one keeps it. */
export const lastAdmin = () => new AppError('last-admin', 'Make another user an admin first')

export const notAdmin = () => new AppError('forbidden', 'You need admin privileges')

export const notSupport = () => new AppError('forbidden', 'You need support privileges')
