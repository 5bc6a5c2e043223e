import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findSignUpPassword } from '../db/sign-ups.ts'
import { findUserByEmail, saveUser, type UserRow } from '../db/users.ts'
import type { Passwords } from '../secrets/passwords.ts'
import { startSession, type IssuedSession, type SessionDeps, type SessionOrigin } from './issue-session.ts'
import type { Limits } from './limit-attempts.ts'

export type SignInDeps = SessionDeps & { db: Database; passwords: Passwords; limits: Limits }

export type SignIn = {
  email: string
  password: string
  client: string
  origin: SessionOrigin
  /** Whether this browser was signed in to that account before. */
  knownDevice: (userId: string) => string | null
}

/**
 * Signs in by password. Throws GoTrue's `invalid_credentials`, both for a wrong password and an unknown address; after
 * the right password of a sign-up that waits for its confirmation `email_not_confirmed`, whether or not the
 * address has an account.
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
  await renewHash(deps, user, password)
  return db.transaction((tx) => startSession(deps, tx, user, 'password', origin))
}

export const invalidCredentials = () => new AppError('invalid_credentials', 'Invalid login credentials')

/** Replaces a hash that was made with older parameters. Only a sign-in knows the password that this takes. */
async function renewHash({ db, passwords, now }: SignInDeps, user: UserRow, password: string): Promise<void> {
  if (!user.passwordHash || !passwords.isOutdated(user.passwordHash)) return
  await saveUser(db, user.id, { passwordHash: await passwords.hash(password) }, now())
}
