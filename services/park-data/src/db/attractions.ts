import type { Database } from '@walkon/service/database'
import { inArray } from 'drizzle-orm'
import { attractions } from './schema.ts'

export type AttractionEntry = typeof attractions.$inferSelect

export async function listAttractions(db: Database, parkIds: string[]): Promise<AttractionEntry[]> {
  return db.select().from(attractions).where(inArray(attractions.parkId, parkIds))
}
