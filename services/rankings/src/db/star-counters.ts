import type { Database, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

/** The true counters of items, from their ratings. */
const STARS_GIVEN = sql`
  count(*) filter (where stars = 1) as one, count(*) filter (where stars = 2) as two, count(*) filter (where stars = 3) as three,
  count(*) filter (where stars = 4) as four, count(*) filter (where stars = 5) as five`

/** Items whose counters are not what their ratings say. One statement: its snapshot has a whole transaction or nothing of it. */
export async function listMiscounted(db: Database): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with given as (select item_id, ${STARS_GIVEN} from ratings group by item_id)
    select items.id from items left join given on given.item_id = items.id
    where (one_star, two_stars, three_stars, four_stars, five_stars) is distinct from
      (coalesce(one, 0), coalesce(two, 0), coalesce(three, 0), coalesce(four, 0), coalesce(five, 0))
    order by items.id`)
  return rows.map(({ id }) => id)
}

/** Counts the ratings of an item anew. The item must be locked. */
export async function saveRecount(tx: Transaction, itemId: string): Promise<void> {
  await tx.execute(sql`
    update items set one_star = one, two_stars = two, three_stars = three, four_stars = four, five_stars = five
    from (select ${STARS_GIVEN} from ratings where item_id = ${itemId}) given
    where id = ${itemId}`)
}
