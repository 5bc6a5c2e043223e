import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { PENDING } from './outbox-batches.ts'

/** How events leave the outbox: by age, and with a person who is erased. */

/** An operator has this long to look at an event that the log refused. It may hold an address. */
const REJECTED_KEPT_DAYS = 30

/**
 * Removes rows that were published longer ago than that, and rows that the log refused a month ago, a bounded number at a time. True if there
 * may be more.
 */
export async function deletePublished(db: Database, retentionHours: number, limit = 5_000): Promise<boolean> {
  const rejected = await db.execute(sql`
    delete from outbox where position = any(array(
      select position from outbox
      where rejection is not null and created_at < now() - make_interval(days => ${REJECTED_KEPT_DAYS}) limit ${limit}))`)
  const old = sql`now() - make_interval(secs => ${retentionHours * 3600})`
  const unbatched = await db.execute(sql`
    delete from outbox where position = any(array(
      select position from outbox where published_at < ${old} and published_at < 'infinity' limit ${limit}))`)
  const [batched] = await db.execute<{ hasMore: boolean }>(sql`
    with oldest as materialized (
      select id, events, published_at, sum(events) over (order by id) - events as before
      from (select * from outbox_batches order by id limit ${limit}) as first),
    deleted as (
      delete from outbox_batches where id = any(array(
        select id from oldest where published_at < ${old} and before < ${limit}))
      returning positions),
    forgotten as (
      delete from outbox where position = any(array(select unnest(positions) from deleted)) and rejection is null)
    select exists (select from oldest where published_at < ${old} and before >= ${limit})
      or (select count(*) from deleted) = ${limit} as "hasMore"`)
  return unbatched.count === limit || rejected.count === limit || (batched?.hasMore ?? false)
}

/** Published, or refused for good: nothing waits for these rows. The others are promised and must go out first. */
const SETTLED = sql`(rejection is not null or (published_at is not null and position not in (${PENDING})))`

/** Addresses looked for in one statement, so that it ends in time. */
const ADDRESSES_AT_ONCE = 10

/**
 * Removes the settled rows whose payload names one of these addresses, for the erasure of a person. Compares every
 * settled row with every address, about a second for a million: for the rare case. Where the keys are known,
 * `deletePublishedOf` does it in one look.
 */
export async function deletePublishedNaming(tx: Transaction, addresses: string[]): Promise<void> {
  for (let start = 0; start < addresses.length; start += ADDRESSES_AT_ONCE) {
    // As JSON writes them, with the quotes: an address can be the end of another.
    const names = addresses.slice(start, start + ADDRESSES_AT_ONCE).map((address) => JSON.stringify(address))
    await tx.execute(sql`
      delete from outbox where ${SETTLED} and exists (
        select from jsonb_array_elements_text(${asJsonb(names)}) as given(name)
        where position(convert_to(given.name, 'UTF8') in outbox.value) > 0)`)
  }
}

/** Removes the settled rows of these keys: words about erased things. */
export async function deletePublishedOf(tx: Transaction, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.execute(sql`
    delete from outbox where ${SETTLED}
      and key in (select jsonb_array_elements_text(${asJsonb(keys)}))`)
}
