import { toSearchWords } from '@walkon/contracts/folded-name'
import type { Page } from '@walkon/contracts/http/page'
import type { ItemListQuery, ItemType, RankedListQuery, RatingSort } from '@walkon/contracts/http/rankings'
import type { Database, Queryable } from '@walkon/service/database'
import { keysetOf } from '@walkon/service/keyset-page'
import { and, count, eq, inArray, like, not, sql, type SQL } from 'drizzle-orm'
import { items, parks } from './schema.ts'

/** The public columns of an item. */
export const itemColumns = {
  itemId: items.id,
  feedId: items.feedId,
  name: items.name,
  description: items.description,
  type: items.type,
  parkId: items.parkId,
  parkName: parks.name,
  averageTenths: items.averageTenths,
  ratingCount: items.ratingCount,
}

export type ListedItemRow = {
  itemId: string
  feedId: string | null
  name: string
  description: string | null
  type: ItemType
  parkId: string
  parkName: string
  averageTenths: number
  ratingCount: number
}
export type RankedItemRow = ListedItemRow & { rank: number }

/** Total orders: the ties of one figure are decided by the other, then by how wanted the item is, then by id. */
const ORDERS = {
  'highest-rated': keysetOf([items.averageTenths, items.ratingCount, items.wantedMinutes, items.id], 'desc'),
  'most-reviews': keysetOf([items.ratingCount, items.averageTenths, items.wantedMinutes, items.id], 'desc'),
} satisfies Record<RatingSort, unknown>

/** A page of a list, each item with its place in the whole list, also where only those of a name are asked for. */
export async function listRankedItems(db: Database, list: RankedListQuery): Promise<Page<RankedItemRow>> {
  return list.search === undefined ? listAll(db, list) : listNamed(db, list, list.search)
}

async function listAll(db: Database, { sort, cursor, limit, ...filter }: RankedListQuery) {
  const order = ORDERS[sort]
  const after = order.after(cursor)
  const rows = await db
    .select({ ...itemColumns, key: order.key })
    .from(items)
    .innerJoin(parks, eq(parks.id, items.parkId))
    .where(and(...filterOf(filter), after))
    .orderBy(...order.orderBy)
    .limit(limit + 1)
  const ahead = after ? await countItems(db, [...filterOf(filter), not(after)]) : 0
  const page = order.toPage(rows, limit)
  return { ...page, items: page.items.map((item, index) => ({ ...item, rank: ahead + index + 1 })) }
}

/** Numbers the whole list, which an index gives in its order, and keeps those whose name matches. */
async function listNamed(db: Database, list: RankedListQuery, search: string) {
  const order = ORDERS[list.sort]
  const ranked = db.$with('ranked').as(
    db
      .select({
        rankedId: sql<string>`${items.id}`.as('ranked_id'),
        rank: sql<number>`(row_number() over (order by ${sql.join(order.orderBy, sql`, `)}))::int`.as('rank'),
      })
      .from(items)
      .where(and(...filterOf(list))),
  )
  const rows = await db
    .with(ranked)
    .select({ ...itemColumns, rank: ranked.rank, key: order.key })
    .from(items)
    .innerJoin(ranked, eq(ranked.rankedId, items.id))
    .innerJoin(parks, eq(parks.id, items.parkId))
    .where(and(...filterOf(list), isNamedLike(search), order.after(list.cursor)))
    .orderBy(...order.orderBy)
    .limit(list.limit + 1)
  return order.toPage(rows, list.limit)
}

const filterOf = ({ type, parkId }: Pick<RankedListQuery, 'type' | 'parkId'>): (SQL | undefined)[] => [
  eq(items.type, type),
  parkId === undefined ? undefined : eq(items.parkId, parkId),
]

async function countItems(db: Queryable, conditions: (SQL | undefined)[]): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(items)
    .where(and(...conditions))
  return row?.count ?? 0
}

/** Each word of the search is in the name. The signs of a pattern are taken as they are written. */
const isNamedLike = (search: string): SQL | undefined =>
  and(
    ...toSearchWords(search).map((word) =>
      like(items.foldedName, `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
    ),
  )

/** The names of all items of these parks, by park. */
export async function listNamesOfParks(db: Queryable, parkIds: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ parkId: items.parkId, name: items.name })
    .from(items)
    .where(inArray(items.parkId, parkIds))
  const byPark = Map.groupBy(rows, ({ parkId }) => parkId)
  return new Map([...byPark].map(([parkId, named]) => [parkId, named.map(({ name }) => name)]))
}

const byName = keysetOf([items.name, items.id], 'asc')

/** Items of every park and type by name, for an admin. */
export async function listItemsByName(
  db: Database,
  { search, cursor, limit }: ItemListQuery,
): Promise<Page<ListedItemRow>> {
  const rows = await db
    .select({ ...itemColumns, key: byName.key })
    .from(items)
    .innerJoin(parks, eq(parks.id, items.parkId))
    .where(and(search === undefined ? undefined : isNamedLike(search), byName.after(cursor)))
    .orderBy(...byName.orderBy)
    .limit(limit + 1)
  return byName.toPage(rows, limit)
}
