import type { Database } from '@walkon/service/database'
import { deleteOldCodeTries } from '../db/code-tries.ts'
import { deleteExpiredChallenges } from '../db/factors.ts'
import { deleteExpiredTokens } from '../db/one-time-tokens.ts'
import { deleteOverSessions } from '../db/sessions.ts'
import { deleteExpiredSignUps } from '../db/sign-ups.ts'
import type { SessionLife } from '../domain/session-life.ts'

/** Longer than any code works whose tries are counted. */
const CODE_TRIES_MS = 2 * 3_600_000

/** Nothing expired is kept: links, challenges, sessions, and sign-ups that were not confirmed. */
export async function purgeExpired(db: Database, life: SessionLife): Promise<void> {
  await deleteExpiredTokens(db, life.now)
  await deleteExpiredChallenges(db, life.now)
  await deleteOverSessions(db, life)
  await deleteExpiredSignUps(db, life.now)
  await deleteOldCodeTries(db, new Date(life.now.getTime() - CODE_TRIES_MS))
}
