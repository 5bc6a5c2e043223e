import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findSignUpPassword } from '../../db/sign-ups.ts'
import { findUserByEmail, lockUserForSignIn, saveUser, type UserRow } from '../../db/users.ts'
import type { Passwords } from '../../secrets/passwords.ts'
import { startSession, type IssuedSession, type SessionDeps, type SessionOrigin } from './issue-session.ts'
import type { Limits } from '../../limits/attempts.ts'

export type SignInDeps = SessionDeps & { db: Database; passwords: Passwords; limits: Limits }

export type SignIn = {
  email: string
  password: string
  client: string
  origin: SessionOrigin
  /** True if this browser was signed in to that account before. */
  knownDevice: (userId: string) => string | null
}

/**
 * Signs in by password. Throws GoTrue's `invalid_credentials`, both for a wrong password and an unknown address. Throws
 * `email_not_confirmed` after the right password of a sign-up that waits for its confirmation, whether or not the address has an account.
 */
export async function signIn(deps: SignInDeps, asked: SignIn): Promise<IssuedSession> {
  const { db, passwords, limits, now } = deps
  const { email, password, client, origin, knownDevice } = asked
  const [user, waiting] = await Promise.all([
    findUserByEmail(db, email),
    findSignUpPassword(db, email, now()),
  ])
  const known = user ? knownDevice(user.id) : null
  await limits.signIn(client, email, known)

  const isRight = await passwords.verify(user?.passwordHash ?? null, password)
  if (!user || !isRight) {
    // Every refusal costs two hashes, so that its time tells neither of an account nor of a sign-up that waits.
    const isWaiting = await passwords.verify(waiting, password)
    throw isWaiting ? new AppError('email_not_confirmed', 'Email not confirmed') : invalidCredentials()
  }
  await limits.signedIn(email, known)
  const renewed = await toRenewed(passwords, user, password)
  return db.transaction(async (tx) => {
    const current = await lockUserForSignIn(tx, user.id)
    if (!current) throw invalidCredentials()
    const isSame = current.passwordHash === user.passwordHash
    // Meanwhile another password was chosen, or another sign-in has renewed the hash of this one.
    if (!isSame && !(await passwords.verify(current.passwordHash, password))) throw invalidCredentials()
    if (isSame && renewed !== null) await saveUser(tx, user.id, { passwordHash: renewed }, now())
    return startSession(deps, tx, current, 'password', origin)
  })
}

export const invalidCredentials = () => new AppError('invalid_credentials', 'Invalid login credentials')

/** A hash in place of one that was made with older parameters; null for any other. Only a sign-in knows the password that this takes. */
async function toRenewed(
  passwords: Passwords,
  { passwordHash }: UserRow,
  password: string,
): Promise<string | null> {
  return passwordHash && passwords.isOutdated(passwordHash) ? passwords.hash(password) : null
}
