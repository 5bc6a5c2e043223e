import type { Queryable, Transaction } from '@walkon/service/database'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { PassWindow } from '../../domain/pass-windows.ts'
import { passes, passWindows } from '../schema.ts'

/** Returns the pass's id. An order has one pass: a second insert fails. */
export async function insertPass(
  tx: Transaction,
  { orderId, activatedAt, windows }: { orderId: string; activatedAt: Date; windows: PassWindow[] },
): Promise<string> {
  const [pass] = await tx.insert(passes).values({ orderId, activatedAt }).returning({ id: passes.id })
  if (!pass) throw new Error('The pass was not inserted')
  await tx.insert(passWindows).values(windows.map((window) => ({ passId: pass.id, ...window })))
  return pass.id
}

/** The days that an order's pass covers, ascending. */
export async function listPassDates(db: Queryable, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ date: passWindows.date })
    .from(passWindows)
    .innerJoin(passes, eq(passes.id, passWindows.passId))
    .where(eq(passes.orderId, orderId))
    .orderBy(passWindows.date)
  return rows.map(({ date }) => date)
}

/** When the first day of an order's pass begins and its last one ends; null without a pass. */
export async function findPassSpan(
  db: Queryable,
  orderId: string,
): Promise<{ startsAt: Date; endsAt: Date } | null> {
  const windows = await db
    .select({ startsAt: passWindows.startsAt, endsAt: passWindows.endsAt })
    .from(passWindows)
    .innerJoin(passes, eq(passes.id, passWindows.passId))
    .where(eq(passes.orderId, orderId))
    .orderBy(passWindows.startsAt)
  const [first, last] = [windows[0], windows.at(-1)]
  return first && last ? { startsAt: first.startsAt, endsAt: last.endsAt } : null
}

/** Marks the pass of an order as taken back, and returns its id; null without a pass, or where it was taken back before. */
export async function saveRevoked(tx: Transaction, orderId: string, revokedAt: Date): Promise<string | null> {
  const [pass] = await tx
    .update(passes)
    .set({ revokedAt })
    .where(and(eq(passes.orderId, orderId), isNull(passes.revokedAt)))
    .returning({ id: passes.id })
  return pass?.id ?? null
}

/** Makes the pass of an order valid again that was taken back, and returns it with all its windows; null where none was taken back. */
export async function saveUnrevoked(
  tx: Transaction,
  orderId: string,
): Promise<{ passId: string; windows: PassWindow[] } | null> {
  const [pass] = await tx
    .update(passes)
    .set({ revokedAt: null })
    .where(and(eq(passes.orderId, orderId), isNotNull(passes.revokedAt)))
    .returning({ passId: passes.id })
  if (!pass) return null
  const windows = await tx
    .select({ date: passWindows.date, startsAt: passWindows.startsAt, endsAt: passWindows.endsAt })
    .from(passWindows)
    .where(eq(passWindows.passId, pass.passId))
    .orderBy(passWindows.date)
  return { ...pass, windows }
}

/** Null where the order is erased. */
export async function findOrderOfPass(db: Queryable, passId: string): Promise<string | null> {
  const [pass] = await db.select({ orderId: passes.orderId }).from(passes).where(eq(passes.id, passId))
  return pass?.orderId ?? null
}
