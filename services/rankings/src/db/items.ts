import type { ItemType } from '@walkon/contracts/http/rankings'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PublishedItem } from '../domain/published-item.ts'
import { foldSeenName } from '../domain/seen-name.ts'
import { itemColumns, type ListedItemRow } from './ranked-items.ts'
import { deletedFeedItems, items, parks } from './schema.ts'

export type ItemRow = typeof items.$inferSelect
export type NewItemRow = Pick<ItemRow, 'name' | 'description' | 'parkId' | 'type' | 'createdBy' | 'createdAt'>

export type ItemDetailRow = ListedItemRow & { starCounts: [number, number, number, number, number] }

export async function findItemDetail(db: Queryable, itemId: string): Promise<ItemDetailRow | null> {
  const [row] = await db
    .select({
      ...itemColumns,
      starCounts: sql<ItemDetailRow['starCounts']>`json_build_array(
        ${items.oneStar}, ${items.twoStars}, ${items.threeStars}, ${items.fourStars}, ${items.fiveStars})`,
    })
    .from(items)
    .innerJoin(parks, eq(parks.id, items.parkId))
    .where(eq(items.id, itemId))
  return row ?? null
}

/** Held while a rating of the item is written: it keeps the item from being deleted, and lets other ratings pass. */
export async function holdItem(tx: Transaction, itemId: string): Promise<boolean> {
  const rows = await tx.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for('key share')
  return rows.length > 0
}

/** Waits for the ratings of the item that are being written, and keeps others back. */
export async function lockItem(tx: Transaction, itemId: string): Promise<ItemRow | null> {
  const [row] = await tx.select().from(items).where(eq(items.id, itemId)).for('update')
  return row ?? null
}

export async function findItem(db: Queryable, itemId: string): Promise<ItemRow | null> {
  const [row] = await db.select().from(items).where(eq(items.id, itemId))
  return row ?? null
}

/** Taken before an item gets a name that must be free in its park: `hasItemNamed` then holds until the transaction ends. */
export async function lockNames(tx: Transaction, parkId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`'names.' || ${parkId}::text`)})`)
}

export async function insertItem(tx: Transaction, item: NewItemRow): Promise<ItemRow> {
  const [row] = await tx
    .insert(items)
    .values({ ...item, foldedName: foldSeenName(item.name) })
    .returning()
  if (!row) throw new Error('The new item was not returned')
  return row
}

/** True if the park has an item of the type with this name, no matter who added it. */
export async function hasItemNamed(
  db: Queryable,
  { name, parkId, type }: { name: string; parkId: string; type: ItemType },
): Promise<boolean> {
  const rows = await db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.parkId, parkId), eq(items.type, type), eq(items.foldedName, foldSeenName(name))))
    .limit(1)
  return rows.length > 0
}

/** A change without a field changes nothing. */
export async function saveItem(
  tx: Transaction,
  itemId: string,
  change: Partial<Pick<ItemRow, 'name' | 'description'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  const folded = change.name === undefined ? {} : { foldedName: foldSeenName(change.name) }
  await tx
    .update(items)
    .set({ ...change, ...folded })
    .where(eq(items.id, itemId))
}

/** Deletes an item with its ratings, reviews and reports. */
export async function deleteItem(tx: Transaction, itemId: string): Promise<void> {
  await tx.delete(items).where(eq(items.id, itemId))
}

export async function insertDeletedFeedItem(tx: Transaction, feedId: string, deletedAt: Date): Promise<void> {
  await tx.insert(deletedFeedItems).values({ feedId, deletedAt }).onConflictDoNothing()
}

/** `rides` must not contain one twice. */
export async function saveWanted(
  tx: Transaction,
  rides: { feedId: string; wantedMinutes: number }[],
): Promise<void> {
  await tx.execute(sql`
    update items set wanted_minutes = ride."wantedMinutes"
    from jsonb_to_recordset(${asJsonb(rides)}) as ride("feedId" uuid, "wantedMinutes" int)
    where items.feed_id = ride."feedId" and items.wanted_minutes <> ride."wantedMinutes"`)
}

const MOST_FOLDED = 500

/** Fills `folded_name` of some rows that have none. Returns how many. A name that changes meanwhile is folded by who changes it. */
export async function foldNames(db: Database): Promise<number> {
  const unfolded = await db
    .select({ id: items.id, name: items.name })
    .from(items)
    .where(isNull(items.foldedName))
    .limit(MOST_FOLDED)
  const folded = unfolded.map((item) => ({ ...item, folded: foldSeenName(item.name) }))
  await db.execute(sql`
    update items set folded_name = named.folded
    from jsonb_to_recordset(${asJsonb(folded)}) as named(id uuid, name text, folded text)
    where items.id = named.id and items.name = named.name and items.folded_name is null`)
  return folded.length
}

export type FeedItem = { feedId: string; name: string; parkId: string; type: ItemType; retired: boolean }

/**
 * Makes the items of the feed's entities that have none, and returns them. An item that people added under the same name becomes the
 * entity's. A known entity gives its item a new name or park only where the feed has changed it. `entities` must not contain one twice.
 */
export async function saveFeedItems(
  tx: Transaction,
  entities: FeedItem[],
  at: Date,
): Promise<PublishedItem[]> {
  const named = entities.map((entity) => ({ ...entity, foldedName: foldSeenName(entity.name) }))
  const rows = sql`jsonb_to_recordset(${asJsonb(named)})
    as entity("feedId" uuid, name text, "foldedName" text, "parkId" uuid, type text, retired boolean)`
  await tx.execute(sql`
    update items set park_id = entity."parkId", feed_name = entity.name,
      name = case when feed_name is distinct from entity.name then entity.name else items.name end,
      folded_name = case when feed_name is distinct from entity.name then entity."foldedName" else folded_name end
    from ${rows}
    where items.feed_id = entity."feedId"
      and (items.feed_name, items.park_id) is distinct from (entity.name, entity."parkId")`)
  await tx.execute(sql`
    update items set feed_id = entity."feedId", feed_name = entity.name
    from (
      select distinct on ("parkId", type, "foldedName") * from ${rows}
      where not retired
        and not exists (select from items known where known.feed_id = entity."feedId")
        and not exists (select from deleted_feed_items gone where gone.feed_id = entity."feedId")
      order by "parkId", type, "foldedName", "feedId") entity
    where items.feed_id is null and items.park_id = entity."parkId" and items.type = entity.type
      and items.folded_name = entity."foldedName"`)
  const made = await tx.execute<{
    id: string
    feedId: string
    name: string
    parkId: string
    type: ItemType
  }>(sql`
    insert into items (feed_id, feed_name, name, folded_name, park_id, type, created_at)
    select entity."feedId", entity.name, entity.name, entity."foldedName", entity."parkId", entity.type, ${at.toISOString()}::timestamptz
    from ${rows}
    where not retired and not exists (select from deleted_feed_items gone where gone.feed_id = entity."feedId")
    on conflict (feed_id) do nothing
    returning id, feed_id as "feedId", name, park_id as "parkId", type`)
  return made.map((item) => ({ ...item, createdAt: at }))
}
