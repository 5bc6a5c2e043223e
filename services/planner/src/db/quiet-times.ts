import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import { laneAccounts } from './schema.ts'

export type HeldAddress = { userId: string; addressHash: string; heldSince: string }
export type QuietTimesOfAddress = {
  addressHash: string
  quietFrom: string | null
  quietUntil: string | null
  pausedAt: string | null
  changedAt: string
}

/** The later of two addresses of an account stands. */
export async function saveHeldAddresses(tx: Transaction, held: HeldAddress[]): Promise<void> {
  await tx.execute(sql`
    insert into lane_accounts as a (user_id, address_hash, held_since)
    select distinct on ("userId") "userId", "addressHash", "heldSince"
    from jsonb_to_recordset(${asJsonb(held)}) as r("userId" uuid, "addressHash" text, "heldSince" timestamptz)
    order by "userId", "heldSince" desc
    on conflict (user_id) do update set address_hash = excluded.address_hash, held_since = excluded.held_since
    where a.held_since <= excluded.held_since`)
}

/** Finds the hash of the address of an account; null for one that was not heard of. */
export async function findAddressHash(db: Queryable, userId: string): Promise<string | null> {
  const { addressHash } = laneAccounts
  const [row] = await db.select({ addressHash }).from(laneAccounts).where(eq(laneAccounts.userId, userId))
  return row?.addressHash ?? null
}

/** The later of two states of an address stands. An address without quiet times has no row. */
export async function saveQuietTimes(tx: Transaction, changes: QuietTimesOfAddress[]): Promise<void> {
  await tx.execute(sql`
    insert into quiet_times as q (address_hash, quiet_from, quiet_until, paused_at, changed_at)
    select distinct on ("addressHash") "addressHash", "quietFrom", "quietUntil", "pausedAt", "changedAt"
    from jsonb_to_recordset(${asJsonb(changes)}) as r("addressHash" text, "quietFrom" text, "quietUntil" text,
      "pausedAt" timestamptz, "changedAt" timestamptz)
    order by "addressHash", "changedAt" desc
    on conflict (address_hash) do update set quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
      paused_at = excluded.paused_at, changed_at = excluded.changed_at
    where q.changed_at <= excluded.changed_at`)
  await tx.execute(sql`
    delete from quiet_times where quiet_from is null and paused_at is null and address_hash in (
      select "addressHash" from jsonb_to_recordset(${asJsonb(changes)}) as r("addressHash" text))`)
}

/** Deletes the addresses of deleted accounts, and their quiet times. */
export async function eraseQuietTimes(
  tx: Transaction,
  userIds: string[],
  addressHashes: string[],
): Promise<void> {
  await tx.execute(sql`delete from lane_accounts where user_id = any(${uuids(userIds)})`)
  await tx.execute(sql`
    delete from quiet_times
    where address_hash in (select jsonb_array_elements_text(${asJsonb(addressHashes)}))`)
}
