import type { Database } from '@walkon/service/database'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Opening } from '../domain/opening-hours.ts'
import { openingHours } from './schema.ts'

/** The hours of a park on these days of it, by their beginning. */
export async function listOpeningsOfDays(db: Database, parkId: string, dates: string[]): Promise<Opening[]> {
  const { date, type, opensAt, closesAt } = openingHours
  return db
    .select({ date, type, opensAt, closesAt })
    .from(openingHours)
    .where(and(eq(openingHours.parkId, parkId), inArray(date, dates)))
    .orderBy(asc(opensAt))
}
