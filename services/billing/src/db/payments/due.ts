import type { Database, Queryable } from '@walkon/service/database'
import { instantOf } from '@walkon/service/sql-parameters'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { sql } from 'drizzle-orm'

/** A row of a table whose state is Stripe's: Stripe is asked about it when `check_at` has come. */
export type Due = {
  id: string
  sessionId: string | null
  /** `check_at` is this until the row becomes due for another reason. */
  dueAgainAt: Date
}
/** The tables of such rows. */
export type DueTable = 'checkouts' | 'plans' | 'assist_days'
/** Those of them that are paid by one session. */
export type SessionTable = Exclude<DueTable, 'plans'>
export type DueSession = Due & { sessionId: string }

/** The channels of the jobs that ask Stripe. */
export const DUE_CHANNELS = {
  checkouts: 'checkouts-due',
  plans: 'plans-due',
  assist_days: 'assist-days-due',
} as const satisfies Record<DueTable, string>

/** Has Stripe asked at once for what this session or payment has become. */
export async function markDue(
  db: Queryable,
  table: SessionTable,
  about: { sessionId: string } | { paymentIntent: string },
  now: Date,
): Promise<void> {
  const [column, value] =
    'sessionId' in about ? ['session_id', about.sessionId] : ['payment_intent', about.paymentIntent]
  await db.execute(sql`
    update ${sql.identifier(table)} set check_at = ${instantOf(now)} where ${sql.identifier(column)} = ${value}`)
  wakeSettling(db, table)
}

/** Has due rows of the table settled as soon as this is committed. */
export const wakeSettling = (db: Queryable, table: DueTable): void => wakeAfterCommit(db, DUE_CHANNELS[table])

/** True if a row became due while Stripe was asked. The answer may be older than the change, so Stripe is asked once more. */
export const isOvertaken = ({ checkAt }: { checkAt: Date | null }, { dueAgainAt }: Due): boolean =>
  checkAt?.getTime() !== dueAgainAt.getTime()

/**
 * Rows that are due, each for one process at a time: they are due again after `retryMs` unless what Stripe says is recorded.
 */
export async function takeDue(
  db: Database,
  table: DueTable,
  { now, retryMs, limit }: { now: Date; retryMs: number; limit: number },
): Promise<Due[]> {
  const dueAgainAt = new Date(now.getTime() + retryMs)
  const rows = await db.execute<Omit<Due, 'dueAgainAt'>>(sql`
    update ${sql.identifier(table)} set check_at = ${dueAgainAt.toISOString()}::timestamptz
    where id = any(array(
      select id from ${sql.identifier(table)} where check_at <= ${now.toISOString()}::timestamptz
      order by check_at limit ${limit} for update skip locked))
    returning id, session_id as "sessionId"`)
  return rows.map((row) => ({ ...row, dueAgainAt }))
}
