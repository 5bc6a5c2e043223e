import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { Held } from '../../domain/reading-verdict.ts'
import type { ChangeKind } from '../desk-tables.ts'

/** The state of a subscription that a visitor may change, as JSON: a row for the park, and a row for each ride ever watched. */
type ChangeableState = { subscriptionId: string; rideId: string | null; state: Record<string, unknown> }

const readState = (tx: Transaction, subscriptionIds: string[]) =>
  tx.execute<ChangeableState>(sql`
    select s.id as "subscriptionId", null::uuid as "rideId", jsonb_build_object('active', s.active) as state
    from subscriptions s where s.id = any(${uuids(subscriptionIds)})
    union all
    select w.subscription_id, w.ride_id, jsonb_build_object(
      'active', w.active, 'thresholdMinutes', w.threshold_minutes, 'fitted', w.fitted, 'onReopen', w.on_reopen)
    from watches w where w.subscription_id = any(${uuids(subscriptionIds)})`)

export type NewChange = {
  subscriptionId: string
  kind: ChangeKind
  rideId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Does a change of locked subscriptions, and records what of the switch and the rides differs afterwards. */
export async function recordingChoices<Result>(
  tx: Transaction,
  subscriptionIds: string[],
  change: () => Promise<Result>,
): Promise<Result> {
  const before = new Map((await readState(tx, subscriptionIds)).map((row) => [keyOf(row), row.state]))
  const result = await change()
  const changes = (await readState(tx, subscriptionIds)).flatMap((row): NewChange[] => {
    const { subscriptionId, rideId, state: after } = row
    const earlier = before.get(keyOf(row)) ?? null
    if (JSON.stringify(earlier) === JSON.stringify(after)) return []
    return [{ subscriptionId, rideId, kind: rideId === null ? 'switch' : 'ride', before: earlier, after }]
  })
  await insertChanges(tx, changes)
  return result
}

const keyOf = ({ subscriptionId, rideId }: ChangeableState) => `${subscriptionId} ${rideId ?? ''}`

export async function insertChanges(tx: Transaction, changes: NewChange[]): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    insert into visitor_changes (subscription_id, kind, ride_id, before, after)
    select "subscriptionId", kind, "rideId", before, after
    from jsonb_to_recordset(${asJsonb(changes)})
      as made("subscriptionId" uuid, kind text, "rideId" uuid, before jsonb, after jsonb)`)
}

/** DONE was answered to these alerts: their rides are silent until the times that were saved with their watches. */
export async function insertDone(tx: Transaction, alertIds: string[], repliedAt: string): Promise<void> {
  await tx.execute(sql`
    insert into visitor_changes (subscription_id, kind, ride_id, after, changed_at)
    select w.subscription_id, 'done', w.ride_id, jsonb_build_object('until', w.silent_until),
      ${repliedAt}::timestamptz
    from alerts a join watches w on w.subscription_id = a.subscription_id and w.ride_id = a.ride_id
    where a.id = any(${uuids(alertIds)}) and w.silent_until is not null`)
}

/** The changes of subscriptions that are gone, or from before what still carries them, go with them. */
export async function deleteChanges(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  await tx.execute(sql`delete from visitor_changes where subscription_id = any(${uuids(subscriptionIds)})`)
}

export type ParkHold = { parkId: string; reason: Held; observedAt: Date }

/** Two polls that are held back within this time are one interval. */
const ONE_INTERVAL = sql`interval '10 minutes'`

/** Prolongs the interval in which a park is held back, or begins one. */
export async function saveHolds(tx: Transaction, holds: ParkHold[]): Promise<void> {
  if (holds.length === 0) return
  await tx.execute(sql`
    with held as (
      select distinct "parkId" as park_id, reason, "observedAt" as at
      from jsonb_to_recordset(${asJsonb(holds)}) as hold("parkId" uuid, reason text, "observedAt" timestamptz)),
    prolonged as (
      update park_holds h set held_until = greatest(h.held_until, held.at) from held
      where h.park_id = held.park_id and h.reason = held.reason
        and held.at between h.held_from and h.held_until + ${ONE_INTERVAL}
      returning h.park_id, h.reason)
    insert into park_holds (park_id, reason, held_from, held_until)
    select park_id, reason, at, at from held where (park_id, reason) not in (select park_id, reason from prolonged)
    on conflict do nothing`)
}

/** The intervals of the parks of an address, the earliest first. */
export const listHoldsOf = (db: Queryable, email: string) =>
  db.execute<{ parkId: string; reason: Held; heldFrom: Date; heldUntil: Date }>(sql`
    select park_id as "parkId", reason, held_from as "heldFrom", held_until as "heldUntil" from park_holds
    where park_id in (select park_id from subscriptions where email = ${email})
    order by held_from`)

/** Deletes a batch of records from before that. */
export async function deleteChangesBefore(db: Database, before: Date, limit: number) {
  const changes = await db.execute(sql`
    delete from visitor_changes where id = any(array(
      select id from visitor_changes where changed_at < ${before.toISOString()}::timestamptz limit ${limit}))`)
  const holds = await db.execute(sql`
    delete from park_holds where ctid = any(array(
      select ctid from park_holds where held_until < ${before.toISOString()}::timestamptz limit ${limit}))`)
  return { visitor_changes: changes.count, park_holds: holds.count }
}
