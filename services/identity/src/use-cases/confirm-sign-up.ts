import { userConfirmed } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deleteSignUps, findSignUp, hasOtherPassword } from '../db/sign-ups.ts'
import { insertUser, type UserRow } from '../db/users.ts'
import { linkExpired } from './refuse.ts'

/**
 * The account begins here. Where one person alone signed up, with the password of that sign-up. Where several sign-ups
 * with a password wait, their mails look alike and one may be a stranger's: the account begins without a password and
 * name, and who confirmed chooses them. Throws `otp_expired`.
 */
export async function confirmSignUp(tx: Transaction, signUpId: string, at: Date): Promise<UserRow> {
  const signUp = await findSignUp(tx, signUpId, at)
  if (!signUp) throw linkExpired()
  const { id, email, createdAt } = signUp
  const isAmbiguous = await hasOtherPassword(tx, signUp, at)
  const { passwordHash, userMetadata } = isAmbiguous ? { passwordHash: null, userMetadata: {} } : signUp
  const account = { id, email, passwordHash, userMetadata, createdAt, emailConfirmedAt: at, updatedAt: at }
  const user = await insertUser(tx, account)
  if (!user) throw linkExpired()
  await deleteSignUps(tx, email)
  await emit(tx, userConfirmed, [{ data: { userId: id, email, confirmedAt: at.toISOString() } }])
  return user
}
