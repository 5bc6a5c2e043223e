import { audit } from '@walkon/runtime/admin-actions'
import { demandRightOver } from '@walkon/runtime/desk-rights'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { listRoles } from '../../db/roles.ts'
import { deleteSessions } from '../../db/sessions.ts'
import { lockUser } from '../../db/users.ts'
import { demandSupport } from '../roles/demand-admin.ts'

/** Staff sign an account out everywhere. Its access tokens end within five minutes. Throws `forbidden`, `own-account`, `staff-account`, `user-not-found`. */
export async function endSessions(
  { db, now }: { db: Database; now: () => Date },
  actorId: string,
  userId: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isAdmin = (await demandSupport(tx, actorId)).includes('admin')
    demandRightOver({ actorId, isAdmin }, userId, await listRoles(tx, userId))
    if (!(await lockUser(tx, userId))) throw notFound('user')
    await deleteSessions(tx, userId)
    await audit(tx, { actorId, action: 'end-sessions', subjectId: userId, reason, now: now() })
  })
}
