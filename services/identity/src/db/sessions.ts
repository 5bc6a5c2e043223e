import type { Assurance } from '@walkon/service/access-tokens'
import type { Queryable, Transaction } from '@walkon/service/database'
import { and, desc, eq, gt, lte, ne, or, sql } from 'drizzle-orm'
import type { AuthenticationMethod } from '../domain/authentication.ts'
import type { SessionLife } from '../domain/session-life.ts'
import { sessions } from './schema.ts'
import { lockUser, type UserRow } from './users.ts'

export type SessionRow = typeof sessions.$inferSelect

const alive = ({ now, idleSince }: SessionLife) =>
  and(gt(sessions.endsAt, now), gt(sessions.refreshedAt, idleSince))

export async function insertSession(
  tx: Queryable,
  session: typeof sessions.$inferInsert,
): Promise<SessionRow> {
  const [row] = await tx.insert(sessions).values(session).returning()
  if (!row) throw new Error('The session was not inserted')
  return row
}

export async function findSession(db: Queryable, id: string, life: SessionLife): Promise<SessionRow | null> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), alive(life)))
  return row ?? null
}

/** Finds a session that has expired, too. */
export async function findAnySession(db: Queryable, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id))
  return row ?? null
}

/**
 * The user of a session, locked until the transaction ends; null where either is gone. A proof of the owner takes its time, and the session may
 * have ended meanwhile, as a new password ends all others.
 */
export async function lockOwner(
  tx: Transaction,
  { id, userId }: Pick<SessionRow, 'id' | 'userId'>,
): Promise<UserRow | null> {
  const user = await lockUser(tx, userId)
  return (await findAnySession(tx, id)) && user
}

/**
 * Replaces the newest refresh token, if `counter` still is its number: of many requests at once, one does. `parent` is
 * the number that was presented.
 */
export async function rotate(
  db: Queryable,
  id: string,
  counter: number,
  parent: number,
  life: SessionLife,
): Promise<SessionRow | null> {
  const [row] = await db
    .update(sessions)
    .set({
      refreshCounter: sql`${sessions.refreshCounter} + 1`,
      parentCounter: parent,
      refreshedAt: life.now,
    })
    .where(and(eq(sessions.id, id), eq(sessions.refreshCounter, counter), alive(life)))
    .returning()
  return row ?? null
}

/** Raises the assurance of a session after a second factor, and rotates its refresh token. */
export async function raise(
  tx: Transaction,
  id: string,
  assurance: Assurance,
  methods: AuthenticationMethod[],
  now: Date,
): Promise<SessionRow | null> {
  const [row] = await tx
    .update(sessions)
    .set({
      assurance,
      methods,
      refreshCounter: sql`${sessions.refreshCounter} + 1`,
      parentCounter: sql`${sessions.refreshCounter}`,
      refreshedAt: now,
    })
    .where(eq(sessions.id, id))
    .returning()
  return row ?? null
}

export async function listSessions(db: Queryable, userId: string, life: SessionLife): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), alive(life)))
    .orderBy(desc(sessions.refreshedAt))
}

/** Returns whether the user had such a session. */
export async function deleteSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  const deleted = await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
  return deleted.count > 0
}

export async function deleteSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

export async function deleteOtherSessions(tx: Queryable, userId: string, kept: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, kept)))
}

/** Sessions that have shown one factor only. */
export async function deleteWeakSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.assurance, 'aal1')))
}

/** Reads the whole table, in a fifth of a second for a million: an index of idle sessions would be written by every refresh. */
export async function deleteOverSessions(db: Queryable, { now, idleSince }: SessionLife): Promise<void> {
  await db.delete(sessions).where(or(lte(sessions.endsAt, now), lte(sessions.refreshedAt, idleSince)))
}
