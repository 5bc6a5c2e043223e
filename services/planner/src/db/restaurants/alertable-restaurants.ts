import type { Queryable } from '@walkon/service/database'
import { and, asc, eq, sql } from 'drizzle-orm'
import { pendingReasonOf } from './restaurant-alerts.ts'
import { restaurants } from '../schema.ts'

/** The restaurants of a park that the feed lists, by name, each with why nothing can be told of it. */
export const listAlertable = (db: Queryable, parkId: string, now: Date) =>
  db
    .select({
      id: restaurants.id,
      name: restaurants.name,
      slug: restaurants.slug,
      pendingBecause: pendingReasonOf(sql`${restaurants.id}`, now),
    })
    .from(restaurants)
    .where(and(eq(restaurants.parkId, parkId), eq(restaurants.retired, false)))
    .orderBy(asc(restaurants.name), asc(restaurants.id))
