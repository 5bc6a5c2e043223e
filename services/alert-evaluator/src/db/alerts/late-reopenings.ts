import type { Database, Transaction } from '@walkon/service/database'
import { inArray } from 'drizzle-orm'
import type { Reopened } from '../../domain/news.ts'
import { lateReopenings } from '../schema.ts'

/** The reopenings of these parks that wait for a newer poll. */
export const listLateReopenings = (db: Database, parkIds: string[]): Promise<Reopened[]> =>
  db.select().from(lateReopenings).where(inArray(lateReopenings.parkId, parkIds))

/** Deletes the reopenings of these parks that waited for a newer poll, and returns them. */
export function takeLateReopenings(tx: Transaction, parkIds: string[]): Promise<Reopened[]> {
  return tx.delete(lateReopenings).where(inArray(lateReopenings.parkId, parkIds)).returning()
}

export async function insertLateReopenings(tx: Transaction, reopenings: Reopened[]): Promise<void> {
  if (reopenings.length === 0) return
  await tx.insert(lateReopenings).values(reopenings).onConflictDoNothing()
}
