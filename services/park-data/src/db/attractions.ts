import type { Database } from '@walkon/service/database'
import { inArray } from 'drizzle-orm'
import { attractions } from './schema.ts'

export type AttractionEntry = Omit<typeof attractions.$inferSelect, 'replacedBy'>

export async function listAttractions(db: Database, parkIds: string[]): Promise<AttractionEntry[]> {
  const { id, parkId, name, retired } = attractions
  return db
    .select({ id, parkId, name, retired })
    .from(attractions)
    .where(inArray(attractions.parkId, parkIds))
}
