import type { Database, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** What the counters of an item should be, from its ratings. */
const COUNTED = sql`
  select count(*) filter (where stars = 1) as one, count(*) filter (where stars = 2) as two,
    count(*) filter (where stars = 3) as three, count(*) filter (where stars = 4) as four,
    count(*) filter (where stars = 5) as five
  from ratings where ratings.item_id = items.id`

const DIFFERS = sql`
  (one_star, two_stars, three_stars, four_stars, five_stars)
    is distinct from (counted.one, counted.two, counted.three, counted.four, counted.five)`

/** Items whose counters are not what their ratings say. One statement, whose snapshot has both or neither of a transaction. */
export async function listMiscounted(db: Database): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with counted as (
      select item_id, count(*) filter (where stars = 1) as one, count(*) filter (where stars = 2) as two,
        count(*) filter (where stars = 3) as three, count(*) filter (where stars = 4) as four,
        count(*) filter (where stars = 5) as five
      from ratings group by item_id)
    select items.id from items left join counted on counted.item_id = items.id
    where (one_star, two_stars, three_stars, four_stars, five_stars) is distinct from
      (coalesce(one, 0), coalesce(two, 0), coalesce(three, 0), coalesce(four, 0), coalesce(five, 0))`)
  return rows.map(({ id }) => id)
}

/** The item must be locked. False where its counters are right. */
export async function saveRecount(tx: Transaction, itemId: string): Promise<boolean> {
  const { count } = await tx.execute(sql`
    update items set one_star = counted.one, two_stars = counted.two, three_stars = counted.three,
      four_stars = counted.four, five_stars = counted.five
    from (select items.id, counted.* from items cross join lateral (${COUNTED}) counted where items.id = ${itemId}) counted
    where items.id = counted.id and ${DIFFERS}`)
  return count > 0
}
