import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { deleteChanges } from '../subscriptions/visitor-changes.ts'

/** The subscriptions that these passes carry. */
export async function listSubscriptionsOf(tx: Transaction, passIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select distinct subscription_id as id from passes where id = any(${uuids(passIds)})`)
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

/**
 * Deletes those of these locked subscriptions that neither a pass nor a plan carries, with their watches and alerts. Returns the deleted
 * ones.
 */
export async function deleteUncarriedSubscriptions(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from subscriptions s
    where id = any(${uuids(ids)}) and not exists (select from passes where subscription_id = s.id)
      and not (plan_since is not null and exists (select from plans where email = s.email))`)
  const gone = rows.map(({ id }) => id)
  await tx.execute(sql`delete from watches where subscription_id = any(${uuids(gone)})`)
  await tx.execute(sql`delete from alerts where subscription_id = any(${uuids(gone)})`)
  await deleteChanges(tx, gone)
  await tx.execute(sql`delete from subscriptions where id = any(${uuids(gone)})`)
  return gone
}

/** For subscriptions that are kept: deletes the alerts from before the first pass, or the plan, that still carries them. */
export async function deleteAlertsBeforeCarriers(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`
    delete from alerts a
    using (
      select s.id, least(min(p.created_at), s.plan_since) as began_at
      from subscriptions s left join passes p on p.subscription_id = s.id
      where s.id = any(${uuids(ids)}) group by s.id) as carried
    where a.subscription_id = carried.id and a.triggered_at < carried.began_at`)
  await deleteChangesBeforeCarriers(tx, ids)
}

async function deleteChangesBeforeCarriers(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`
    delete from visitor_changes c
    using (
      select s.id, least(min(p.created_at), s.plan_since) as began_at
      from subscriptions s left join passes p on p.subscription_id = s.id
      where s.id = any(${uuids(ids)}) group by s.id) as carried
    where c.subscription_id = carried.id and c.changed_at < carried.began_at`)
}
