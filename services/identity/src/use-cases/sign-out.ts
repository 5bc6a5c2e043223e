import type { Database } from '@walkon/service/database'
import { deleteOtherSessions, deleteSession, deleteSessions, type SessionRow } from '../db/sessions.ts'

/** GoTrue's scopes: all sessions of the user, this one, or all but this one. */
export type SignOutScope = 'global' | 'local' | 'others'

export async function signOut(db: Database, { userId, id }: SessionRow, scope: SignOutScope): Promise<void> {
  if (scope === 'global') await deleteSessions(db, userId)
  if (scope === 'local') await deleteSession(db, userId, id)
  if (scope === 'others') await deleteOtherSessions(db, userId, id)
}
