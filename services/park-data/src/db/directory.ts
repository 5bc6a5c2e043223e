import type { Database } from '@walkon/service/database'
import { and, asc, between, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { ListedPlace } from '../domain/catalogue.ts'
import type { Opening } from '../domain/opening-hours.ts'
import type { RideVote } from '../domain/park-open.ts'
import { destinations, openingHours, parkReadings, parks, places } from './schema.ts'

export type ParkEntry = {
  id: string
  name: string
  timezone: string
  retired: boolean
  destinationId: string
  destinationName: string
  destinationSlug: string | null
  /** Of the days around now, in order. */
  openings: Opening[]
  /** The last word of its rides on the park being open. */
  vote: RideVote
  /** False if neither the schedule nor the rides ever showed it open: such a park makes no alert. */
  mayAlert: boolean
  /** Its restaurants and shows by name, without retired ones. */
  places: ListedPlace[]
}

/** All parks whose time zone is known, with their hours of these days. */
export async function listParks(db: Database, now: Date): Promise<ParkEntry[]> {
  const rows = await db
    .select({
      id: parks.id,
      name: parks.name,
      timezone: sql<string>`${parks.timezone}`,
      retired: sql<boolean>`${parks.retired} or ${destinations.retired}`,
      destinationId: destinations.id,
      destinationName: destinations.name,
      destinationSlug: destinations.slug,
      readAt: parkReadings.readAt,
      openByRidesAt: parkReadings.openByRidesAt,
      hasHours: sql<boolean>`exists (select from ${openingHours} where ${openingHours.parkId} = ${parks.id})`,
    })
    .from(parks)
    .innerJoin(destinations, eq(destinations.id, parks.destinationId))
    .leftJoin(parkReadings, eq(parkReadings.parkId, parks.id))
    .where(isNotNull(parks.timezone))
    .orderBy(asc(parks.name))

  const openings = Map.groupBy(await listOpeningsAround(db, now), ({ parkId }) => parkId)
  const placesOf = Map.groupBy(await listPlaces(db), ({ parkId }) => parkId)
  return rows.map(({ readAt, openByRidesAt, hasHours, ...row }) => ({
    ...row,
    vote: { readAt, openByRidesAt },
    mayAlert: hasHours || openByRidesAt !== null,
    openings: (openings.get(row.id) ?? []).map(toOpening),
    places: (placesOf.get(row.id) ?? []).map(toListedPlace),
  }))
}

/** True if every listed park has been read; before that the directory is incomplete. */
export async function isCatalogueWhole(db: Database): Promise<boolean> {
  const [row] = await db.execute<{ whole: boolean }>(sql`
    select exists (select from destination_list)
      and not exists (select from parks where timezone is null and not retired) as whole`)
  return row?.whole ?? false
}

async function listPlaces(db: Database) {
  return db.select().from(places).where(not(places.retired)).orderBy(asc(places.name), asc(places.id))
}

const toListedPlace = ({
  id,
  kind,
  name,
  slug,
  latitude,
  longitude,
}: typeof places.$inferSelect): ListedPlace => ({
  id,
  kind,
  name,
  slug,
  location: latitude === null || longitude === null ? null : { latitude, longitude },
})

const toOpening = ({ date, type, opensAt, closesAt }: typeof openingHours.$inferSelect): Opening => ({
  date,
  type,
  opensAt,
  closesAt,
})

/** Two days before and after: more than any time zone's distance from UTC and the length of a park day. */
async function listOpeningsAround(db: Database, now: Date) {
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  return db
    .select()
    .from(openingHours)
    .where(and(between(openingHours.date, day(-2), day(2))))
    .orderBy(asc(openingHours.opensAt))
}
