import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { passes, subscriptions } from '../schema.ts'

/** A change of the address of passes' owner. */
export type PassMove = { email: string; passIds: string[]; changedAt: string }

/** A change of the address of a plan's owner. */
export type PlanMove = { oldEmail: string; newEmail: string; changedAt: string }

export type SubscriptionOwner = { id: string; email: string; parkId: string }

const owner = { id: subscriptions.id, email: subscriptions.email, parkId: subscriptions.parkId }

export async function listParksOf(tx: Transaction, subscriptionIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ parkId: subscriptions.parkId })
    .from(subscriptions)
    .where(inArray(subscriptions.id, subscriptionIds))
  return rows.map(({ parkId }) => parkId)
}

export async function findSubscription(
  tx: Transaction,
  email: string,
  parkId: string,
): Promise<SubscriptionOwner | null> {
  const [row] = await tx
    .select(owner)
    .from(subscriptions)
    .where(and(eq(subscriptions.email, email), eq(subscriptions.parkId, parkId)))
  return row ?? null
}

export async function getSubscription(tx: Transaction, id: string): Promise<SubscriptionOwner> {
  const [row] = await tx.select(owner).from(subscriptions).where(eq(subscriptions.id, id))
  if (!row) throw new Error(`No subscription ${id}`)
  return row
}

/** Passes to which neither this change nor a later one was applied. */
export async function listPassesToMove(
  tx: Transaction,
  { passIds, changedAt }: PassMove,
): Promise<{ id: string; subscriptionId: string }[]> {
  return tx
    .select({ id: passes.id, subscriptionId: passes.subscriptionId })
    .from(passes)
    .where(
      and(
        inArray(passes.id, passIds),
        sql`(${passes.movedAt} is null or ${passes.movedAt} < ${changedAt}::timestamptz)`,
      ),
    )
    .orderBy(passes.id)
}

/** A recipient who is the owner gets the new address too; a phone number stays. */
export async function savePassesMoved(
  tx: Transaction,
  passIds: string[],
  { email, changedAt }: PassMove,
): Promise<void> {
  await tx.execute(sql`
    update passes set email = ${email}, address = case when address = email then ${email} else address end,
      moved_at = ${changedAt}::timestamptz
    where id = any(${uuids(passIds)})`)
}

export async function listOtherPasses(
  tx: Transaction,
  subscriptionId: string,
  passIds: string[],
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from passes where subscription_id = ${subscriptionId} and not id = any(${uuids(passIds)})`)
  return rows.map(({ id }) => id)
}

export async function isCarriedByAny(
  tx: Transaction,
  subscriptionId: string,
  passIds: string[],
): Promise<boolean> {
  const carrying = await tx.$count(
    passes,
    and(eq(passes.subscriptionId, subscriptionId), inArray(passes.id, passIds)),
  )
  return carrying > 0
}

export async function savePassesOf(
  tx: Transaction,
  subscriptionId: string,
  passIds: string[],
): Promise<void> {
  await tx.update(passes).set({ subscriptionId }).where(inArray(passes.id, passIds))
}

/**
 * Deletes one of two locked subscriptions and gives its passes and alerts to the other. That subscription keeps its choice of rides. The
 * later cooldown of a ride stands, so that no ride alerts twice; rides silenced by DONE or SNOOZE stay silent. It is on if one of the two
 * was, and under a plan since the earlier time.
 */
export async function joinSubscription(
  tx: Transaction,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await tx.execute(sql`
    insert into watches (subscription_id, ride_id, active, threshold_minutes, fitted, on_reopen, cooldown_until,
      silent_until)
    select ${into}::uuid, ride_id, false, threshold_minutes, fitted, on_reopen, cooldown_until, silent_until
    from watches where subscription_id = ${from} order by ride_id
    on conflict (subscription_id, ride_id) do update
      set cooldown_until = greatest(watches.cooldown_until, excluded.cooldown_until),
        silent_until = greatest(watches.silent_until, excluded.silent_until)`)
  await tx.execute(sql`update passes set subscription_id = ${into} where subscription_id = ${from}`)
  await tx.execute(sql`update alerts set subscription_id = ${into} where subscription_id = ${from}`)
  await tx.execute(sql`update visitor_changes set subscription_id = ${into} where subscription_id = ${from}`)
  await tx.execute(sql`delete from watches where subscription_id = ${from}`)
  await tx.execute(sql`
    with deleted as (delete from subscriptions where id = ${from} returning active, snoozed_until, plan_since)
    update subscriptions s set active = s.active or deleted.active,
      snoozed_until = greatest(s.snoozed_until, deleted.snoozed_until),
      plan_since = least(s.plan_since, deleted.plan_since)
    from deleted where s.id = ${into}`)
}

/** The subscriptions of an address that its plans alone carry, from before that instant. */
export async function listCarriedByPlansAlone(
  tx: Transaction,
  { oldEmail, changedAt }: PlanMove,
): Promise<SubscriptionOwner[]> {
  return tx
    .select(owner)
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.email, oldEmail),
        sql`${subscriptions.planSince} <= ${changedAt}::timestamptz`,
        sql`not exists (select from passes where subscription_id = ${subscriptions.id})`,
      ),
    )
    .orderBy(subscriptions.id)
}

export async function saveAddress(tx: Transaction, subscriptionId: string, email: string): Promise<void> {
  await tx.update(subscriptions).set({ email }).where(eq(subscriptions.id, subscriptionId))
}

/** A subscription of a park as its first pass makes it. Returns its id. */
export async function insertSubscription(
  tx: Transaction,
  { email, parkId }: Pick<SubscriptionOwner, 'email' | 'parkId'>,
): Promise<string> {
  const [row] = await tx.insert(subscriptions).values({ email, parkId }).returning({ id: subscriptions.id })
  if (!row) throw new Error('The subscription was not inserted')
  return row.id
}

/** Lists those of these subscriptions that are on. */
export async function listActive(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(inArray(subscriptions.id, ids), eq(subscriptions.active, true)))
  return rows.map(({ id }) => id)
}
