import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import { purgeAdminActions } from '@walkon/runtime/admin-actions'
import { purgeRequestedLetters } from '@walkon/runtime/requested-letters'
import type { Database } from '@walkon/service/database'
import { deleteOldCodeTries } from '../db/code-tries.ts'
import { deleteExpiredChallenges } from '../db/factors.ts'
import { deleteNobodysNumbers } from '../db/numbers.ts'
import { deleteExpiredTokens } from '../db/one-time-tokens.ts'
import { deleteExpiredTextCodes } from '../db/text-codes.ts'
import { deleteOverSessions } from '../db/sessions.ts'
import { deleteExpiredSignUps } from '../db/sign-ups.ts'
import type { SessionLife } from '../domain/session-life.ts'

/** Counts of tries are kept longer than any code works. */
const CODE_TRIES_MS = 2 * 3_600_000
const HOUR_MS = 3_600_000
/** More than admins do between two runs. */
const ADMIN_ACTIONS_AT_ONCE = 1_000
/** More letters than are requested between two runs. */
const LETTERS_AT_ONCE = 50_000

/**
 * Deletes expired rows: links, challenges, sessions, unconfirmed sign-ups, counts of code tries, letters of a month ago, and admin actions
 * older than `adminActionDays`.
 */
export async function purgeExpired(db: Database, life: SessionLife, adminActionDays: number): Promise<void> {
  await deleteExpiredTokens(db, life.now)
  await deleteExpiredChallenges(db, life.now)
  await deleteOverSessions(db, life)
  await deleteExpiredSignUps(db, life.now)
  await deleteExpiredTextCodes(db, life.now)
  await deleteNobodysNumbers(db, new Date(life.now.getTime() - EVENT_LIFETIME_HOURS * HOUR_MS))
  await purgeAdminActions({ db, now: () => life.now }, adminActionDays).deleteBatch(ADMIN_ACTIONS_AT_ONCE)
  await purgeRequestedLetters({ db, now: () => life.now }).deleteBatch(LETTERS_AT_ONCE)
  await deleteOldCodeTries(db, new Date(life.now.getTime() - CODE_TRIES_MS))
}
