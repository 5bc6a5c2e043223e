import { audit } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { deleteSessions } from '../db/sessions.ts'
import { lockUser } from '../db/users.ts'
import { demandSupport } from './demand-admin.ts'

/** Staff sign an account out everywhere. Its access tokens end within five minutes. Throws `forbidden`, `user-not-found`. */
export async function endSessions(
  { db, now }: { db: Database; now: () => Date },
  actorId: string,
  userId: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await demandSupport(tx, actorId)
    if (!(await lockUser(tx, userId))) throw notFound('user')
    await deleteSessions(tx, userId)
    await audit(tx, { actorId, action: 'end-sessions', subjectId: userId, reason, now: now() })
  })
}
