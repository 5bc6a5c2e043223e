import { userConfirmed } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deleteSignUps, findSignUp } from '../db/sign-ups.ts'
import { insertUser, type UserRow } from '../db/users.ts'
import { linkExpired } from './refuse.ts'

/** The account begins here, with the password of the sign-up whose mail was answered and no other's. Throws `otp_expired`. */
export async function confirmSignUp(tx: Transaction, signUpId: string, at: Date): Promise<UserRow> {
  const signUp = await findSignUp(tx, signUpId, at)
  if (!signUp) throw linkExpired()
  const { id, email, passwordHash, userMetadata, createdAt } = signUp
  const account = { id, email, passwordHash, userMetadata, createdAt, emailConfirmedAt: at, updatedAt: at }
  const user = await insertUser(tx, account)
  if (!user) throw linkExpired()
  await deleteSignUps(tx, email)
  await emit(tx, userConfirmed, [{ data: { userId: id, email, confirmedAt: at.toISOString() } }])
  return user
}
