import { AppError } from '@walkon/service/errors'
import type { Weakness } from '../domain/weak-passwords.ts'

/** What several use cases refuse, by GoTrue's codes. */

/** A password that an account must not have; says why. */
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

/** A token that outlived its session or its user. */
export const gone = (what: 'session' | 'user') =>
  new AppError(
    what === 'session' ? 'session_not_found' : 'user_not_found',
    what === 'session'
      ? 'Session from session_id claim in JWT does not exist'
      : 'User from sub claim in JWT does not exist',
  )

export const validationFailed = (problem: string) => new AppError('invalid-user-data', problem)

/** The same for a token of a mail that is wrong, old or used. */
export const linkExpired = () => new AppError('otp_expired', 'Email link is invalid or has expired')

export const factorNotFound = () => new AppError('mfa_factor_not_found', 'MFA factor not found')

/** Without an admin, no command of the product could make another. */
export const lastAdmin = () => new AppError('last-admin', 'Make somebody else an admin first')

export const notAdmin = () => new AppError('forbidden', 'You need admin privileges')
