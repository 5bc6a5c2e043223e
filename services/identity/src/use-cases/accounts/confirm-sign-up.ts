import { userConfirmed, userNamed } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deleteSignUpTokens } from '../../db/one-time-tokens.ts'
import { deleteSignUps, findSignUp, hasOtherPassword } from '../../db/sign-ups.ts'
import { insertUser, type UserRow } from '../../db/users.ts'
import { displayNameOf } from '../../domain/user-metadata.ts'
import { linkExpired } from '../refuse.ts'

/** True if the request that confirms a sign-up may come from the person who made it. */
export type IsOwnSignUp = (signUpId: string) => boolean

/**
 * The account begins here: with the password and the name of the sign-up where it is certain that the reader of the mail chose them. If
 * another sign-up with a password waits, or another browser made this one, its choices may be a stranger's. The account begins without
 * them, and the reader of the mail chooses. Throws `otp_expired`.
 */
export async function confirmSignUp(
  tx: Transaction,
  signUpId: string,
  at: Date,
  isOwnSignUp: IsOwnSignUp,
): Promise<UserRow> {
  const signUp = await findSignUp(tx, signUpId, at)
  if (!signUp) throw linkExpired()
  const { id, email, createdAt } = signUp
  const isCertain = isOwnSignUp(id) && !(await hasOtherPassword(tx, signUp, at))
  const { passwordHash, userMetadata } = isCertain ? signUp : { passwordHash: null, userMetadata: {} }
  const account = { id, email, passwordHash, userMetadata, createdAt, emailConfirmedAt: at, updatedAt: at }
  const user = await insertUser(tx, account)
  if (!user) throw linkExpired()
  await deleteSignUpTokens(tx, email)
  // A stranger's sign-up waits on until it runs out, or else its answers would tell the stranger of the account.
  if (isCertain) await deleteSignUps(tx, email)
  await emit(tx, userConfirmed, [{ data: { userId: id, email, confirmedAt: at.toISOString() } }])
  const displayName = displayNameOf(userMetadata)
  if (displayName !== null)
    await emit(tx, userNamed, [{ data: { userId: id, displayName, namedAt: at.toISOString() } }])
  return user
}
