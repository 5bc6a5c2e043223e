import { userRegistered } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Database, Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { dequeueMailRequests, type MailRequestRow } from '../../db/mail-requests.ts'
import {
  extendSignUps,
  findNewestSignUp,
  findSignUp,
  insertSignUp,
  type SignUpRow,
} from '../../db/sign-ups.ts'
import { findUserByEmail } from '../../db/users.ts'
import { toAccountExistsLetter } from '../../domain/notice-letter.ts'
import { sendMailLink, type MailLinkDeps } from './send-mail-link.ts'

const BATCH = 20
const HOUR_MS = 3_600_000

/**
 * Writes the mails of a batch of requests. An address's account is looked up only here, after the request was answered: neither the words
 * nor the time of the answer tell. Returns whether there may be more.
 */
export async function answerMailRequests(deps: MailLinkDeps & { db: Database }): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const requests = await dequeueMailRequests(tx, BATCH)
    for (const request of requests) await answer(deps, tx, request)
    return requests.length === BATCH
  })
}

async function answer(deps: MailLinkDeps, tx: Transaction, request: MailRequestRow): Promise<void> {
  const { email, kind, redirectTo, codeChallenge, codeChallengeMethod } = request
  const target = { email, redirectTo, codeChallenge, codeChallengeMethod }
  const user = await findUserByEmail(tx, email)
  // With and without an account, because the password of a waiting sign-up is answered `email_not_confirmed` in both cases.
  if (kind === 'resend-sign-up') await extendSignUps(tx, email, deps.now(), toSignUpEnd(deps))
  if (user) {
    if (kind === 'sign-up') {
      const notice = { to: { email }, letter: toAccountExistsLetter(), useful: { hours: 1 } }
      await requestLetter(tx, 'identity', notice, deps.now())
    }
    if (kind === 'recovery' || kind === 'sign-in')
      await sendMailLink(deps, tx, { ...target, purpose: kind, userId: user.id })
    return
  }
  const signUp = await findOrMakeSignUp(deps, tx, request)
  // Before the confirmation, the link of a forgotten password confirms the sign-up and leads to the page that sets a password.
  const linkType = kind === 'recovery' ? { linkType: kind } : {}
  if (signUp)
    await sendMailLink(deps, tx, { ...target, ...linkType, purpose: 'sign-up', signUpId: signUp.id })
}

async function findOrMakeSignUp(
  deps: MailLinkDeps,
  tx: Transaction,
  { email, kind, mayCreate, signUpId }: MailRequestRow,
): Promise<SignUpRow | null> {
  if (kind === 'sign-up') {
    const signUp = signUpId ? await findSignUp(tx, signUpId, deps.now()) : null
    if (signUp) await publishRegistered(tx, signUp)
    return signUp
  }
  const createdAt = deps.now()
  const waiting = await findNewestSignUp(tx, email, createdAt)
  if (kind === 'resend-sign-up') return waiting
  if (!waiting && !mayCreate) return null
  // A new sign-up without password and name, because those of a waiting one may be a stranger's.
  const expiresAt = toSignUpEnd(deps)
  const signUp = { id: randomUUID(), email, passwordHash: null, userMetadata: {}, createdAt, expiresAt }
  await insertSignUp(tx, signUp)
  await publishRegistered(tx, signUp)
  return signUp
}

const toSignUpEnd = ({ settings, now }: MailLinkDeps) =>
  new Date(now().getTime() + settings.SIGN_UP_HOURS * HOUR_MS)

const publishRegistered = (tx: Transaction, { id, createdAt }: SignUpRow) =>
  emit(tx, userRegistered, [{ data: { userId: id, registeredAt: createdAt.toISOString() } }])
