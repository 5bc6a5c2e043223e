import { demandAllowed } from '@walkon/service/allowed-emails'
import type { Database } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { insertMailRequest } from '../../db/mail-requests.ts'
import { insertSignUp, type SignUpRow } from '../../db/sign-ups.ts'
import { mergeMetadata } from '../../domain/user-metadata.ts'
import type { UserMetadata } from '../../domain/user.ts'
import { findWeaknesses } from '../../domain/weak-passwords.ts'
import { COMMON_PASSWORDS } from '../../secrets/common-passwords.ts'
import type { Passwords } from '../../secrets/passwords.ts'
import type { Limits } from '../../limits/attempts.ts'
import { validationFailed, WeakPassword } from '../refuse.ts'
import { toMailRequest, type LinkWish, type MailRequestDeps } from '../mail-links/request-mail.ts'

export type SignUpDeps = MailRequestDeps & { db: Database; passwords: Passwords; limits: Limits }

export type NewSignUp = {
  email: string
  password: string
  data: UserMetadata
  /** The address that asks. */
  client: string
  wish: LinkWish
}

const HOUR_MS = 3_600_000

/** Does the same work with the same result whether or not the address has an account. Throws `weak_password`, `validation_failed`, `address-not-allowed`. */
export async function signUp(
  deps: SignUpDeps,
  { email, password, data, client, wish }: NewSignUp,
): Promise<SignUpRow> {
  const { db, settings, passwords, limits, now } = deps
  demandAllowed(settings.ALLOWED_EMAILS, email)
  const merged = mergeMetadata({}, data)
  if ('problem' in merged) throw validationFailed(merged.problem)
  const weaknesses = findWeaknesses(password, email, COMMON_PASSWORDS)
  if (weaknesses.length > 0) throw new WeakPassword(weaknesses)
  await limits.signUp(client)
  await limits.mail(client, 'sign-up', email)

  const passwordHash = await passwords.hash(password)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + settings.SIGN_UP_HOURS * HOUR_MS)
  const row = { id: randomUUID(), email, passwordHash, userMetadata: merged.metadata, createdAt, expiresAt }
  await db.transaction(async (tx) => {
    await insertSignUp(tx, row)
    await insertMailRequest(tx, { ...toMailRequest(deps, 'sign-up', email, wish), signUpId: row.id })
  })
  return row
}
