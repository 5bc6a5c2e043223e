import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { deleteExpiredChallenges } from '../db/factors.ts'
import { deleteExpiredTokens } from '../db/one-time-tokens.ts'
import { deleteOverSessions, type SessionLife } from '../db/sessions.ts'
import { deleteExpiredSignUps } from '../db/sign-ups.ts'

export type ForgetExpired = { db: Database; life: () => SessionLife }

/** Nothing is kept of what has run out: links, challenges, sessions, and sign-ups that nobody confirmed. */
export function forgetExpired({ db, life }: ForgetExpired): Job {
  return {
    name: 'forget-expired',
    intervalMs: 10 * 60_000,
    run: async () => {
      const { now } = life()
      await deleteExpiredTokens(db, now)
      await deleteExpiredChallenges(db, now)
      await deleteOverSessions(db, life())
      await deleteExpiredSignUps(db, now)
    },
  }
}
