import type { Queryable } from '@walkon/service/database'
import { eq } from 'drizzle-orm'
import { freeSessions } from '../schema.ts'

export type FreeSessionRow = typeof freeSessions.$inferSelect

export async function insertFreeSession(
  db: Queryable,
  session: Pick<FreeSessionRow, 'orderId' | 'isBlind'>,
): Promise<FreeSessionRow> {
  const [row] = await db.insert(freeSessions).values(session).returning()
  if (!row) throw new Error('The session was not inserted')
  return row
}

export async function findFreeSession(db: Queryable, id: string): Promise<FreeSessionRow | null> {
  const [row] = await db.select().from(freeSessions).where(eq(freeSessions.id, id))
  return row ?? null
}
