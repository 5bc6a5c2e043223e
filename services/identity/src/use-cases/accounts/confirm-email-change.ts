import { userAddressChanged, userConfirmed } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import {
  deleteOneTimeTokens,
  deleteSignUpTokens,
  listEmailChange,
  saveUsed,
  type OneTimeTokenRow,
} from '../../db/one-time-tokens.ts'
import { findUserByEmail, insertFormerAddress, saveUser, type UserRow } from '../../db/users.ts'
import type { TokenPurpose } from '../../domain/one-time-token.ts'
import { linkExpired } from '../refuse.ts'
import { notifyOfChange } from './notify-of-change.ts'

const EMAIL_CHANGE: TokenPurpose[] = ['email-change-current', 'email-change-new']

/**
 * An address changes when both the old and the new one have confirmed, in either order. Returns the changed account, or
 * null after the first half. Throws `otp_expired`.
 */
export async function confirmEmailChange(
  tx: Transaction,
  token: OneTimeTokenRow,
  user: UserRow,
  at: Date,
): Promise<UserRow | null> {
  const { newEmail } = token
  if (!newEmail || (await findUserByEmail(tx, newEmail))) throw linkExpired()
  await saveUsed(tx, token.id, at)
  const halves = await listEmailChange(tx, user.id, newEmail, at)
  const confirmed = new Set(halves.filter(({ usedAt }) => usedAt).map(({ purpose }) => purpose))
  if (!EMAIL_CHANGE.every((purpose) => confirmed.has(purpose))) return null

  await insertFormerAddress(tx, { userId: user.id, addressHash: hashAddress(user.email), leftAt: at })
  await saveUser(tx, user.id, { email: newEmail, emailConfirmedAt: at }, at)
  await deleteOneTimeTokens(tx, user.id, [...EMAIL_CHANGE, 'recovery', 'sign-in', 'reauthentication'])
  // Sign-ups wait on until they run out, so that their answers tell nothing of this account.
  await deleteSignUpTokens(tx, newEmail)
  await publishChange(tx, { userId: user.id, oldEmail: user.email, newEmail }, at)
  await notifyOfChange(tx, user.email, 'email', at)
  return { ...user, email: newEmail, emailConfirmedAt: at }
}

/** UserConfirmed says which address the user has now; UserAddressChanged also says which data goes along. */
async function publishChange(
  tx: Transaction,
  { userId, oldEmail, newEmail }: { userId: string; oldEmail: string; newEmail: string },
  at: Date,
): Promise<void> {
  const changedAt = at.toISOString()
  await emit(tx, userConfirmed, [{ data: { userId, email: newEmail, confirmedAt: changedAt } }])
  await emit(tx, userAddressChanged, [{ data: { userId, oldEmail, newEmail, changedAt } }])
}
