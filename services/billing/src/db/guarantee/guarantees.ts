import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { and, asc, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import type { AlertedRide, EndedPass, Verdict } from '../../domain/guarantee.ts'
import { guarantees } from './guarantee-tables.ts'

const {
  refundState: _refundState,
  attemptNo: _attemptNo,
  leaseOwner: _leaseOwner,
  leaseUntil: _leaseUntil,
  notBefore: _notBefore,
  doubtedAt: _doubtedAt,
  ...columns
} = getTableColumns(guarantees)
/** Columns without those that the next release drops. */
export const GUARANTEE_COLUMNS = columns

export type GuaranteeRow = Pick<typeof guarantees.$inferSelect, keyof typeof columns>

/** The channel of the job that judges. */
export const GUARANTEES_DUE_CHANNEL = 'guarantees-due'

export type EndedPassWithAlerts = {
  passId: string
  endedAt: string
  alerts: { alertId: string; rideId: string; counts?: boolean | undefined }[]
}

/**
 * Opens the guarantee of each of these passes that was paid and not taken back, with its alerts. A pass that is known has ended before, and
 * nothing is changed. Under the earlier terms each alert counts.
 */
export async function insertGuarantees(
  tx: Transaction,
  ended: EndedPassWithAlerts[],
  { now, messagesUntil, settleUntil }: { now: Date; messagesUntil: Date; settleUntil: Date },
): Promise<void> {
  const given = sql`jsonb_to_recordset(${asJsonb(ended)}) as ended(
    "passId" uuid, "endedAt" timestamptz, alerts jsonb)`
  const opened = await tx.execute<{ passId: string }>(sql`
    insert into guarantees (pass_id, checkout_id, payment_intent, paid_cents, ended_at, messages_until,
      settle_until, judge_at)
    select distinct on (p.id) p.id, c.id, c.payment_intent, c.amount_cents, ended."endedAt",
      ${messagesUntil.toISOString()}::timestamptz, ${settleUntil.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from ${given}
    join passes p on p.id = ended."passId" and p.revoked_at is null
    join checkouts c on c.order_id = p.order_id and c.status = 'paid' and c.payment_intent is not null and c.amount_cents > 0
      and c.owed_reason is distinct from 'paid-twice'
    order by p.id, c.paid_at
    on conflict (pass_id) do nothing
    returning pass_id as "passId"`)
  await tx.execute(sql`
    insert into guarantee_alerts (pass_id, alert_id, ride_id, counts)
    select ended."passId", (alert->>'alertId')::uuid, (alert->>'rideId')::uuid,
      o.terms = 1 or coalesce((alert->>'counts')::boolean, true)
    from ${given} cross join lateral jsonb_array_elements(alerts) as alert
    join passes p on p.id = ended."passId" join orders o on o.id = p.order_id
    where ended."passId" = any(${uuids(opened.map(({ passId }) => passId))})
    on conflict do nothing`)
}

/** The undecided guarantees that these alerts belong to are judged at once. */
export async function markJudgeable(tx: Transaction, alertIds: string[], now: Date): Promise<void> {
  await tx.execute(sql`
    update guarantees set judge_at = least(judge_at, ${now.toISOString()}::timestamptz)
    where pass_id = any(array(
      select pass_id from guarantees
      where decided_at is null
        and pass_id in (select pass_id from guarantee_alerts where alert_id = any(${uuids(alertIds)}))
      order by pass_id for update))`)
}

/** Passes whose guarantee is to be judged, the longest waiting first. */
export async function listJudgeable(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ passId: guarantees.passId })
    .from(guarantees)
    .where(lte(guarantees.judgeAt, now))
    .orderBy(asc(guarantees.judgeAt), asc(guarantees.passId))
    .limit(limit)
  return rows.map(({ passId }) => passId)
}

/** Null once it is decided, or while another process judges it. */
export async function lockUndecided(tx: Transaction, passId: string): Promise<GuaranteeRow | null> {
  const [row] = await tx
    .select(GUARANTEE_COLUMNS)
    .from(guarantees)
    .where(and(eq(guarantees.passId, passId), isNull(guarantees.decidedAt)))
    .for('update', { skipLocked: true })
  return row ?? null
}

/** Lists the alerts of a pass, each with the outcomes of its messages. */
export async function listAlertedRides(tx: Transaction, passId: string): Promise<AlertedRide[]> {
  return tx.execute<AlertedRide>(sql`
    select a.ride_id as "rideId", a.counts,
      coalesce(jsonb_agg(jsonb_build_object('channel', d.channel, 'outcome', d.outcome))
        filter (where d.delivery_id is not null), '[]') as deliveries
    from guarantee_alerts a left join delivery_outcomes d using (alert_id)
    where a.pass_id = ${passId}
    group by a.alert_id, a.ride_id, a.counts`)
}

/** Why the pass stands no more; null while it does. */
export async function findRevocation(
  tx: Transaction,
  { passId, checkoutId }: Pick<GuaranteeRow, 'passId' | 'checkoutId'>,
): Promise<EndedPass['revokedBy']> {
  const [row] = await tx.execute<{ revokedBy: EndedPass['revokedBy'] }>(sql`
    select case when p.id is null then 'erased' when p.revoked_at is null then null
                when c.disputed then 'disputed' else 'refunded' end as "revokedBy"
    from (values (${passId}::uuid)) as asked(pass_id)
    left join passes p on p.id = asked.pass_id
    left join checkouts c on c.id = ${checkoutId}`)
  return row?.revokedBy ?? null
}

/** Saves the count, and the decision if there is one. */
export async function saveVerdict(
  tx: Transaction,
  passId: string,
  verdict: Verdict,
  { now, judgeAt }: { now: Date; judgeAt: Date },
): Promise<void> {
  const { ridesAlerted, ridesCounted, ridesOpen } = verdict
  const counts = { ridesAlerted, ridesCounted, ridesOpen }
  if (verdict.decision === null) {
    await tx
      .update(guarantees)
      .set({ ...counts, judgeAt })
      .where(eq(guarantees.passId, passId))
    return
  }
  const { decision, reason } = verdict
  await tx
    .update(guarantees)
    .set({
      ...counts,
      judgeAt: null,
      decidedAt: now,
      decision,
      reason,
      owedState: decision === 'refund' ? 'due' : null,
    })
    .where(eq(guarantees.passId, passId))
  await tx.execute(sql`delete from guarantee_alerts where pass_id = ${passId}`)
}

export async function findGuarantee(db: Queryable, passId: string): Promise<GuaranteeRow | null> {
  const [row] = await db.select(GUARANTEE_COLUMNS).from(guarantees).where(eq(guarantees.passId, passId))
  return row ?? null
}

/** Deletes decided guarantees of passes that ended before that. Returns how many. */
export async function deleteGuaranteesBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from guarantees where pass_id = any(array(
      select pass_id from guarantees where ended_at < ${before.toISOString()}::timestamptz and decided_at is not null
      order by ended_at limit ${limit}))`)
  return deleted.count
}

/** Undecided guarantees, and since when the oldest of them waits. */
export async function measureUndecided(db: Database): Promise<{ undecided: number; oldestSeconds: number }> {
  const [row] = await db.execute<{ undecided: number; oldestSeconds: number }>(sql`
    select count(*)::int as undecided,
      coalesce(greatest(0, extract(epoch from now() - min(ended_at))), 0)::float8 as "oldestSeconds"
    from guarantees where judge_at is not null`)
  return row ?? { undecided: 0, oldestSeconds: 0 }
}

/**
 * Paid passes that are over for an hour, and of which no PassEnded was heard. Begins with the windows that ended within the lifetime
 * of an event: each scrape of each replica would read every order otherwise.
 */
export async function countPassesWithoutEnd(db: Database): Promise<number> {
  const [row] = await db.execute<{ passes: number }>(sql`
    select count(*)::int as passes
    from (
      select distinct pass_id from pass_windows
      where ends_at > now() - make_interval(hours => ${EVENT_LIFETIME_HOURS}) and ends_at <= now() - interval '1 hour'
    ) over_lately
    join passes p on p.id = over_lately.pass_id and p.revoked_at is null
    join orders o on o.id = p.order_id and o.total_cents > 0
    where not exists (select from guarantees g where g.pass_id = p.id)
      and not exists (select from pass_windows day where day.pass_id = p.id and day.ends_at > now() - interval '1 hour')`)
  return row?.passes ?? 0
}
