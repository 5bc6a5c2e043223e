import type { Page } from '@walkon/contracts/http/page'
import type { ItemListQuery, ItemType, RankedListQuery, RatingSort } from '@walkon/contracts/http/rankings'
import type { Database, Queryable } from '@walkon/service/database'
import { keysetOf } from '@walkon/service/keyset-page'
import { and, count, eq, inArray, like, not, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { toSeenSearchWords } from '../domain/seen-name.ts'
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

type Ordered = Record<'averageTenths' | 'ratingCount' | 'wantedMinutes' | 'id', PgColumn>

/** Total orders: the ties of one figure are decided by the other, then by how wanted the item is, then by id. */
const toOrders = ({ averageTenths, ratingCount, wantedMinutes, id }: Ordered) =>
  ({
    'highest-rated': keysetOf([averageTenths, ratingCount, wantedMinutes, id], 'desc'),
    'most-reviews': keysetOf([ratingCount, averageTenths, wantedMinutes, id], 'desc'),
  }) satisfies Record<RatingSort, unknown>
const ORDERS = toOrders(items)

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

/** Numbers the list in the order of an index that has the names too, up to the last row of the page. */
async function listNamed(db: Database, { sort, cursor, limit, ...filter }: RankedListQuery, search: string) {
  const ranked = db
    .select({
      id: items.id,
      foldedName: items.foldedName,
      averageTenths: items.averageTenths,
      ratingCount: items.ratingCount,
      wantedMinutes: items.wantedMinutes,
      rank: sql<number>`(row_number() over (order by ${sql.join(ORDERS[sort].orderBy, sql`, `)}))::int`.as(
        'rank',
      ),
    })
    .from(items)
    .where(and(...filterOf(filter)))
    .as('ranked')
  const order = toOrders(ranked)[sort]
  const rows = await db
    .select({ ...itemColumns, rank: ranked.rank, key: order.key })
    .from(ranked)
    .innerJoin(items, eq(items.id, ranked.id))
    .innerJoin(parks, eq(parks.id, items.parkId))
    .where(and(isNamedLike(search, ranked.foldedName), order.after(cursor)))
    // By the columns of the numbering, so that nothing is sorted again.
    .orderBy(...order.orderBy)
    .limit(limit + 1)
  return order.toPage(rows, limit)
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
const isNamedLike = (search: string, foldedName: PgColumn = items.foldedName): SQL | undefined =>
  and(
    ...toSeenSearchWords(search).map((spellings) =>
      or(
        ...spellings.map((word) =>
          like(toSearched(foldedName, word), `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`),
        ),
      ),
    ),
  )

const HIRAGANA = Array.from({ length: 0x3096 - 0x3041 + 1 }, (_, index) =>
  String.fromCharCode(0x3041 + index),
).join('')
const KATAKANA = Array.from(HIRAGANA, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60)).join('')

/** A word of a search has its kana as hiragana (`toSearchWords`), and a stored name as it is written. */
const toSearched = (foldedName: PgColumn, word: string): SQL =>
  /[\u3041-\u3096]/.test(word) ? sql`translate(${foldedName}, ${KATAKANA}, ${HIRAGANA})` : sql`${foldedName}`

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
