import { userConfirmed } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { createHash } from 'node:crypto'
import {
  deleteOneTimeTokens,
  findSubject,
  listEmailChange,
  lockByAuthCode,
  lockByToken,
  saveAuthCode,
  saveUsed,
  type OneTimeTokenRow,
} from './db/one-time-tokens.ts'
import { deleteSignUps, findSignUp } from './db/sign-ups.ts'
import {
  findUserByEmail,
  insertFormerAddress,
  insertUser,
  lockAddress,
  lockUser,
  saveUser,
  type UserRow,
} from './db/users.ts'
import { PURPOSES, type TokenPurpose, type VerificationType } from './domain/one-time-token.ts'
import { tellOfChange, type MailLinks } from './mail-links.ts'
import { sha256 } from './sealing.ts'
import type { IssuedSession, SessionIssuing } from './session-issuing.ts'

export type VerificationDeps = {
  db: Database
  mailLinks: MailLinks
  sessions: SessionIssuing
  now: () => Date
}

/** What using a mail's token led to: a session, or the first half of a change of address. */
export type Verified = IssuedSession | 'first-half'

/** How long a PKCE client has to exchange what its link was answered with. */
const AUTH_CODE_MS = 5 * 60_000

/** The same for a token that is wrong, old or used. */
const expired = () => new AppError(403, 'otp_expired', 'Email link is invalid or has expired')

/** Uses up the link of a mail. Throws `otp_expired`. */
export async function verifyToken(
  deps: VerificationDeps,
  { token, type, device }: { token: string; type: VerificationType; device: string },
): Promise<Verified> {
  return deps.db.transaction(async (tx) => {
    const tokenHash = sha256(token)
    await takeTurn(tx, await findSubject(tx, { tokenHash }))
    const row = await lockByToken(tx, tokenHash, PURPOSES[type], deps.now())
    if (!row) throw expired()
    return consume(deps, tx, row, device)
  })
}

/** Uses up the code of a mail. Throws `otp_expired`. The try is counted even so. */
export async function verifyCode(
  deps: VerificationDeps,
  { email, code, type, device }: { email: string; code: string; type: VerificationType; device: string },
): Promise<Verified> {
  const meant = await deps.mailLinks.findByCode(deps.db, email, PURPOSES[type], code)
  if (!meant) throw new AppError(403, 'otp_expired', 'Token has expired or is invalid')
  return deps.db.transaction(async (tx) => {
    await takeTurn(tx, meant)
    const row = await lockByToken(tx, meant.tokenHash, PURPOSES[type], deps.now())
    if (!row) throw expired()
    return consume(deps, tx, row, device)
  })
}

/**
 * What the link of a PKCE client is answered with: where it leads, with a code for whoever began. Uses nothing up, so
 * that a mail program that opened it first does no harm. Throws `otp_expired`.
 */
export async function openLink(
  { db, now }: VerificationDeps,
  { token, type }: { token: string; type: VerificationType },
): Promise<string> {
  return db.transaction(async (tx) => {
    const row = await lockByToken(tx, sha256(token), PURPOSES[type], now())
    if (!row?.redirectTo || !row.codeChallenge) throw expired()
    // The same at every opening, so that a mail program that opens it again does not take back the one under way.
    const code = sha256(`code:${token}`)
    await saveAuthCode(tx, row.id, sha256(code), new Date(now().getTime() + AUTH_CODE_MS))
    const target = new URL(row.redirectTo)
    target.searchParams.set('code', code)
    return target.href
  })
}

/** Throws `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`. */
export async function exchangeCode(
  deps: VerificationDeps,
  { code, verifier, device }: { code: string; verifier: string; device: string },
): Promise<Verified> {
  return deps.db.transaction(async (tx) => {
    const authCodeHash = sha256(code)
    await takeTurn(tx, await findSubject(tx, { authCodeHash }))
    const row = await lockByAuthCode(tx, authCodeHash)
    if (!row) throw new AppError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (!row.authCodeExpiresAt || row.authCodeExpiresAt <= deps.now())
      throw new AppError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
    if (toChallenge(verifier, row.codeChallengeMethod) !== row.codeChallenge)
      throw new AppError(
        400,
        'bad_code_verifier',
        'code challenge does not match previously saved code verifier',
      )
    return consume(deps, tx, row, device)
  })
}

const toChallenge = (verifier: string, method: 's256' | 'plain' | null) =>
  method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')

/**
 * An address and an account are locked before a token of theirs, so that of two mails used at the same moment one waits
 * for the other instead of both failing.
 */
async function takeTurn(
  tx: Transaction,
  subject: Pick<OneTimeTokenRow, 'email' | 'newEmail' | 'userId'> | null,
): Promise<void> {
  if (!subject) return
  await lockAddress(tx, subject.newEmail ?? subject.email)
  if (subject.userId) await lockUser(tx, subject.userId)
}

async function consume(
  deps: VerificationDeps,
  tx: Transaction,
  token: OneTimeTokenRow,
  device: string,
): Promise<Verified> {
  const { purpose, userId, signUpId } = token
  if (signUpId) {
    const user = await confirmSignUp(deps, tx, signUpId)
    return deps.sessions.start(tx, user, 'email/signup', device)
  }
  const user = userId ? await lockUser(tx, userId) : null
  if (!user) throw expired()
  if (purpose === 'email-change-current' || purpose === 'email-change-new')
    return confirmHalf(deps, tx, token, user, device)
  await deleteOneTimeTokens(tx, user.id, [purpose])
  return deps.sessions.start(tx, user, purpose === 'recovery' ? 'recovery' : 'otp', device)
}

/** The account begins here, with the password of the sign-up whose mail was answered and no other's. */
async function confirmSignUp({ now }: VerificationDeps, tx: Transaction, signUpId: string): Promise<UserRow> {
  const at = now()
  const signUp = await findSignUp(tx, signUpId, at)
  const user =
    signUp &&
    (await insertUser(tx, {
      id: signUp.id,
      email: signUp.email,
      passwordHash: signUp.passwordHash,
      userMetadata: signUp.userMetadata,
      emailConfirmedAt: at,
      createdAt: signUp.createdAt,
      updatedAt: at,
    }))
  if (!user) throw expired()
  await deleteSignUps(tx, user.email)
  await sayConfirmed(tx, user.id, user.email, at)
  return user
}

const EMAIL_CHANGE: TokenPurpose[] = ['email-change-current', 'email-change-new']

/** An address changes when both the old and the new one have said so, in either order. */
async function confirmHalf(
  { sessions, now }: VerificationDeps,
  tx: Transaction,
  token: OneTimeTokenRow,
  user: UserRow,
  device: string,
): Promise<Verified> {
  const at = now()
  const { newEmail } = token
  if (!newEmail || (await findUserByEmail(tx, newEmail))) throw expired()
  await saveUsed(tx, token.id, at)
  const halves = await listEmailChange(tx, user.id, newEmail, at)
  const confirmed = new Set(halves.filter(({ usedAt }) => usedAt).map(({ purpose }) => purpose))
  if (!EMAIL_CHANGE.every((purpose) => confirmed.has(purpose))) return 'first-half'

  await insertFormerAddress(tx, user.id, hashAddress(user.email))
  await saveUser(tx, user.id, { email: newEmail, emailConfirmedAt: at }, at)
  await deleteOneTimeTokens(tx, user.id, [...EMAIL_CHANGE, 'recovery', 'sign-in', 'reauthentication'])
  await deleteSignUps(tx, newEmail)
  await sayConfirmed(tx, user.id, newEmail, at)
  await tellOfChange(tx, user.email, 'email', at)
  return sessions.start(tx, { ...user, email: newEmail, emailConfirmedAt: at }, 'email_change', device)
}

const sayConfirmed = (tx: Transaction, userId: string, email: string, at: Date) =>
  emit(tx, userConfirmed, [{ data: { userId, email, confirmedAt: at.toISOString() } }])
