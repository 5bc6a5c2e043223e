import type { Database } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { findFactor, insertChallenge } from '../../db/factors.ts'
import type { UserRow } from '../../db/users.ts'
import { factorNotFound } from '../refuse.ts'

const CHALLENGE_MS = 300_000

/** Begins a challenge, which a code of the authenticator app answers. Throws `mfa_factor_not_found`, also for a factor of another user. */
export async function challengeFactor(
  { db, now }: { db: Database; now: () => Date },
  user: UserRow,
  factorId: string,
) {
  if (!(await findFactor(db, user.id, factorId))) throw factorNotFound()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS)
  const id = randomUUID()
  await insertChallenge(db, { id, factorId, createdAt, expiresAt })
  return { id, type: 'totp' as const, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}
