import { userRegistered } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { randomUUID } from 'node:crypto'
import type { Settings } from '../config.ts'
import { MAIL_REQUESTS_CHANNEL, takeMailRequests, type MailRequestRow } from '../db/mail-requests.ts'
import { extendSignUp, findNewestSignUp, findSignUp, insertSignUp, type SignUpRow } from '../db/sign-ups.ts'
import { findUserByEmail } from '../db/users.ts'
import { requestMail, type MailLinks } from '../mail-links.ts'

export type AnswerMailRequests = { db: Database; settings: Settings; mailLinks: MailLinks; now: () => Date }

const BATCH = 20
const HOUR_MS = 3_600_000

/**
 * Writes the mails that were asked for. Whether an address has an account is looked up only here, after whoever asked
 * has had their answer, so that neither its words nor its time tell.
 */
export function answerMailRequests({ db, settings, mailLinks, now }: AnswerMailRequests): Job {
  return {
    name: 'answer-mail-requests',
    intervalMs: 5_000,
    wakeOn: MAIL_REQUESTS_CHANNEL,
    run: async () => {
      const taken = await db.transaction(async (tx) => {
        const requests = await takeMailRequests(tx, BATCH)
        for (const request of requests) await answer(tx, request)
        return requests.length
      })
      return taken === BATCH
    },
  }

  async function answer(tx: Transaction, request: MailRequestRow): Promise<void> {
    const { email, kind, redirectTo, codeChallenge, codeChallengeMethod } = request
    const target = { email, redirectTo, codeChallenge, codeChallengeMethod }
    const user = await findUserByEmail(tx, email)
    if (user) {
      if (kind === 'sign-up') await tellThatThereIsOne(tx, email)
      if (kind === 'recovery' || kind === 'sign-in')
        await mailLinks.send(tx, { ...target, purpose: kind, userId: user.id })
      return
    }
    const signUp = await findOrMakeSignUp(tx, request)
    // Whoever forgot a password that was never confirmed wants to set one.
    const linkType = kind === 'recovery' ? { linkType: kind } : {}
    if (signUp) await mailLinks.send(tx, { ...target, ...linkType, purpose: 'sign-up', signUpId: signUp.id })
  }

  async function findOrMakeSignUp(tx: Transaction, request: MailRequestRow): Promise<SignUpRow | null> {
    const { email, kind, mayCreate, signUpId } = request
    if (kind === 'sign-up') {
      const signUp = signUpId ? await findSignUp(tx, signUpId, now()) : null
      if (signUp) await sayRegistered(tx, signUp)
      return signUp
    }
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + settings.SIGN_UP_HOURS * HOUR_MS)
    const waiting = await findNewestSignUp(tx, email, createdAt)
    if (kind === 'resend-sign-up') {
      if (waiting) await extendSignUp(tx, waiting.id, expiresAt)
      return waiting
    }
    if (!waiting && !mayCreate) return null
    // A new one, because whoever signed up need not be who asks now: their password and name must not come in by it.
    const signUp = { id: randomUUID(), email, passwordHash: null, userMetadata: {}, createdAt, expiresAt }
    await insertSignUp(tx, signUp)
    await sayRegistered(tx, signUp)
    return signUp
  }

  async function tellThatThereIsOne(tx: Transaction, email: string): Promise<void> {
    const expiresAt = new Date(now().getTime() + HOUR_MS)
    await requestMail(tx, email, { kind: 'account-exists' }, expiresAt)
  }
}

const sayRegistered = (tx: Transaction, { id, createdAt }: SignUpRow) =>
  emit(tx, userRegistered, [{ data: { userId: id, registeredAt: createdAt.toISOString() } }])
