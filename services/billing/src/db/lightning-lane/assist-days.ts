import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { assistDays } from '../schema.ts'

export type AssistDayRow = typeof assistDays.$inferSelect
export type OpenAssistDay = AssistDayRow & { state: 'opening' | 'processing' }

/** The starts and payments of one account's days take turns. */
export async function lockAssistDaysOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`assist days of ${userId}`}`)})`)
}

export async function insertAssistDay(
  tx: Transaction,
  day: Pick<AssistDayRow, 'parkId' | 'date' | 'dayCents' | 'createdAt' | 'expiresAt'> & { userId: string },
): Promise<AssistDayRow> {
  const [row] = await tx
    .insert(assistDays)
    .values({ ...day, state: 'opening' })
    .returning()
  if (!row) throw new Error('The assist day was not inserted')
  return row
}

/** The account's day that can be paid, or whose payment the bank is working on. */
export async function findOpenAssistDay(db: Queryable, userId: string): Promise<OpenAssistDay | null> {
  const [row] = await db
    .select()
    .from(assistDays)
    .where(and(eq(assistDays.userId, userId), inArray(assistDays.state, ['opening', 'processing'])))
  return (row as OpenAssistDay | undefined) ?? null
}

/** The end of the last paid day of the account, without the day `except`; null where it has none. */
export async function findLastEndOfAssist(
  db: Queryable,
  userId: string,
  except?: string,
): Promise<Date | null> {
  const [row] = await db
    .select({ endsAt: sql`max(${assistDays.endsAt})`.mapWith(assistDays.endsAt) })
    .from(assistDays)
    .where(
      and(
        eq(assistDays.userId, userId),
        eq(assistDays.state, 'active'),
        except === undefined ? undefined : ne(assistDays.id, except),
      ),
    )
  return row?.endsAt ?? null
}

/** True if the account has another paid day for this date. */
export async function hasDayOn(
  db: Queryable,
  { userId, date }: { userId: string; date: string },
  except?: string,
): Promise<boolean> {
  const days = await db.$count(
    assistDays,
    and(
      eq(assistDays.userId, userId),
      eq(assistDays.date, date),
      eq(assistDays.state, 'active'),
      except === undefined ? undefined : ne(assistDays.id, except),
    ),
  )
  return days > 0
}

/** The paid days of the account that run or are to come, by their start. */
export async function listAssistDays(db: Queryable, userId: string, now: Date): Promise<AssistDayRow[]> {
  return db
    .select()
    .from(assistDays)
    .where(and(eq(assistDays.userId, userId), eq(assistDays.state, 'active'), gt(assistDays.endsAt, now)))
    .orderBy(assistDays.startsAt)
}

/** The paid days of the account that are over or were paid back, the newest first. */
export async function listEndedAssistDays(db: Queryable, userId: string, now: Date): Promise<AssistDayRow[]> {
  const isOver = and(eq(assistDays.state, 'active'), lte(assistDays.endsAt, now))
  return db
    .select()
    .from(assistDays)
    .where(and(eq(assistDays.userId, userId), or(isOver, inArray(assistDays.state, ['revoked', 'returned']))))
    .orderBy(desc(assistDays.createdAt))
}

/** Gives up a page that may be open: it is ended at Stripe when the day is settled next. A payment that came before holds. */
export async function giveUpAssistDay(db: Queryable, id: string): Promise<void> {
  await db
    .update(assistDays)
    .set({ state: 'unpaid', url: null })
    .where(and(eq(assistDays.id, id), eq(assistDays.state, 'opening')))
}

export async function findAssistDay(db: Queryable, id: string): Promise<AssistDayRow | null> {
  const [row] = await db.select().from(assistDays).where(eq(assistDays.id, id))
  return row ?? null
}

export async function lockAssistDay(tx: Transaction, id: string): Promise<AssistDayRow | null> {
  const [row] = await tx.select().from(assistDays).where(eq(assistDays.id, id)).for('update')
  return row ?? null
}

export async function saveAssistDay(
  tx: Queryable,
  id: string,
  changes: Partial<Omit<AssistDayRow, 'id'>>,
): Promise<void> {
  await tx.update(assistDays).set(changes).where(eq(assistDays.id, id))
}

/** False where the page must not be shown: the account was erased, or the day given up, meanwhile. The session is recorded all the same. */
export async function saveAssistSession(
  db: Database,
  id: string,
  session: { sessionId: string; url: string; checkAt: Date },
): Promise<boolean> {
  const [row] = await db
    .update(assistDays)
    .set(session)
    .where(and(eq(assistDays.id, id), isNull(assistDays.startsAt)))
    .returning({ userId: assistDays.userId, state: assistDays.state })
  return row !== undefined && row.userId !== null && row.state === 'opening'
}

/** Stripe refunds a purchase at no charge under no circumstances. */
export async function saveRefused(db: Queryable, id: string): Promise<void> {
  await db
    .update(assistDays)
    .set({ owedState: 'failed' })
    .where(and(eq(assistDays.id, id), eq(assistDays.owedState, 'due')))
}

/** The days of these accounts, locked until the transaction ends. */
export async function lockAssistDaysOfUsers(tx: Transaction, userIds: string[]): Promise<AssistDayRow[]> {
  return tx
    .select()
    .from(assistDays)
    .where(inArray(assistDays.userId, userIds))
    .orderBy(assistDays.id)
    .for('update')
}

/** Deletes days that cannot be paid any more. Days that were or may still be paid stay without their account, and Stripe is asked at once where a page is open. */
export async function eraseOwnersOfAssistDays(tx: Transaction, ids: string[], now: Date): Promise<void> {
  await tx.delete(assistDays).where(and(inArray(assistDays.id, ids), eq(assistDays.state, 'unpaid')))
  await tx.execute(sql`
    update assist_days set user_id = null, url = null,
      check_at = case when state in ('opening', 'processing') then ${now.toISOString()}::timestamptz else check_at end
    where id = any(${uuids(ids)})`)
}

/** Deletes unpaid days and those that accounts need no more, and takes the owner from days that ended long ago. Returns how many. */
export async function deleteAssistDaysBefore(
  db: Database,
  before: { unpaid: Date; ended: Date; sold: Date },
  limit: number,
): Promise<number> {
  await db.execute(sql`
    update assist_days set user_id = null, url = null where id = any(array(
      select id from assist_days where user_id is not null and (ends_at < ${instant(before.ended)}
        or state = 'returned' and created_at < ${instant(before.ended)})
      limit ${limit}))`)
  const deleted = await db.execute(sql`
    delete from assist_days where id = any(array(
      select id from assist_days
      where created_at < ${instant(before.sold)} or state = 'unpaid' and created_at < ${instant(before.unpaid)}
      limit ${limit}))`)
  return deleted.count
}

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`
