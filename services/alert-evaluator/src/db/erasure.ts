import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** The subscriptions that these passes carry. */
export async function listSubscriptionsOf(tx: Transaction, passIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select distinct subscription_id as id from passes
    where id = any(${uuids(passIds)}) and subscription_id is not null`)
  return rows.map(({ id }) => id)
}

/** Returns the passes that existed. */
export async function deletePasses(tx: Transaction, passIds: string[]): Promise<string[]> {
  await tx.execute(sql`delete from pass_windows where pass_id = any(${uuids(passIds)})`)
  const deleted = await tx.execute<{ id: string }>(
    sql`delete from passes where id = any(${uuids(passIds)}) returning id`,
  )
  return deleted.map(({ id }) => id)
}

/** Of these locked subscriptions, deletes those without a pass, with their watches and alerts. Returns the deleted ones. */
export async function deleteSubscriptionsWithoutPass(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from subscriptions s
    where id = any(${uuids(ids)}) and not exists (select from passes where subscription_id = s.id)`)
  const gone = rows.map(({ id }) => id)
  await tx.execute(sql`delete from watches where subscription_id = any(${uuids(gone)})`)
  await tx.execute(sql`delete from alerts where subscription_id = any(${uuids(gone)})`)
  await tx.execute(sql`delete from subscriptions where id = any(${uuids(gone)})`)
  return gone
}

/** For subscriptions that keep a pass: deletes the alerts from before the first of the remaining passes. */
export async function deleteAlertsBeforePasses(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`
    delete from alerts a
    using (
      select subscription_id, min(created_at) as began_at from passes
      where subscription_id = any(${uuids(ids)}) group by subscription_id) as carried
    where a.subscription_id = carried.subscription_id and a.triggered_at < carried.began_at`)
}
