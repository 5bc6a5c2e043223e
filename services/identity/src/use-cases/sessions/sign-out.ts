import type { Database } from '@walkon/service/database'
import { deleteOtherSessions, deleteSession, deleteSessions, type SessionRow } from '../../db/sessions.ts'
import type { UserRow } from '../../db/users.ts'
import { endLinks } from '../mail-links/end-links.ts'

/** GoTrue's scopes: all sessions of the user, this one, or all but this one. */
export type SignOutScope = 'global' | 'local' | 'others'

/** Logging out everywhere also ends the links of the mails so far: each opens the alerts without a login. */
export async function signOut(
  { db, now }: { db: Database; now: () => Date },
  user: UserRow,
  { userId, id }: SessionRow,
  scope: SignOutScope,
): Promise<void> {
  if (scope === 'global') {
    await db.transaction(async (tx) => {
      await deleteSessions(tx, userId)
      await endLinks(tx, user, now())
    })
  }
  if (scope === 'local') await deleteSession(db, userId, id)
  if (scope === 'others') await deleteOtherSessions(db, userId, id)
}
