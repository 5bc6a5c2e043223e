import type { tablesTold } from '@walkon/contracts/events/planner'
import type { EventOf } from '@walkon/contracts/event'
import type { Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/**
 * Records what these events say and the database does not: who was told of which tables, and the tables that can be reserved. Of the same
 * table the newest is open. A walk-up table comes back by itself, with the same id, when its poll is applied again. Accounts without their
 * alert are left out. Returns how many tellings were recorded.
 */
export async function recallTellings(tx: Transaction, events: EventOf<typeof tablesTold>[]): Promise<number> {
  const openings = events.flatMap(({ data: { parkId, openings: named } }) =>
    named.filter(({ source }) => source === 'reservation').map((opening) => ({ ...opening, parkId })),
  )
  await recallOpenings(tx, openings)
  const tellings = events.flatMap(({ data: { toldAt, tellings: told } }) =>
    told.map((telling) => ({ ...telling, toldAt })),
  )
  const [row] = await tx.execute<{ recorded: number }>(sql`
    with told as (
      select t.*, alert.park_id, alert.party_size
      from jsonb_to_recordset(${asJsonb(tellings)}) as t("userId" uuid, "alertId" uuid, "restaurantName" text,
        "openingIds" jsonb, "tokenHash" text, "toldAt" timestamptz)
      join restaurant_alerts alert on alert.id = t."alertId"),
    recorded as (
      insert into table_tellings (user_id, alert_id, restaurant_name, park_id, party_size, opening_ids, token_hash, told_at)
      select "userId", "alertId", "restaurantName", park_id, party_size,
        array(select id::uuid from jsonb_array_elements_text("openingIds") as of(id)), "tokenHash", "toldAt"
      from told on conflict (token_hash) do nothing
      returning id),
    marked as (
      update restaurant_alerts set told_at = newest.at
      from (select "alertId", max("toldAt") as at from told group by 1) newest
      where id = newest."alertId" and (told_at is null or told_at < newest.at))
    select count(*)::int as recorded from recorded`)
  return row?.recorded ?? 0
}

type Named = EventOf<typeof tablesTold>['data']['openings'][number] & { parkId: string }

const SAME_TABLE = sql.raw('restaurant_id, date, source, party_size, time')

async function recallOpenings(tx: Transaction, openings: Named[]): Promise<void> {
  const named = sql`
    select distinct on (o."openingId") o."openingId" as id, o."parkId" as park_id, o."restaurantId" as restaurant_id, o.date, o.source,
      o."partySize" as party_size, o.time, o."waitMinutes" as wait_minutes, o.meal, o."openedAt" as opened_at
    from jsonb_to_recordset(${asJsonb(openings)}) as o("openingId" uuid, "parkId" uuid, "restaurantId" uuid, date date,
      source text, "partySize" int, time text, "waitMinutes" int, meal text, "openedAt" timestamptz)`
  await tx.execute(sql`
    update table_openings earlier set ended_at = later.opened_at
    from (${named}) later
    where earlier.ended_at is null and earlier.restaurant_id = later.restaurant_id and earlier.date = later.date
      and earlier.source = later.source and earlier.party_size = later.party_size
      and earlier.time = later.time and earlier.opened_at < later.opened_at`)
  await tx.execute(sql`
    insert into table_openings (id, park_id, ${SAME_TABLE}, wait_minutes, meal, opened_at, ended_at)
    select id, park_id, ${SAME_TABLE}, wait_minutes, meal, opened_at,
      lead(opened_at) over (partition by ${SAME_TABLE} order by opened_at)
    from (${named}) named
    on conflict do nothing`)
}
