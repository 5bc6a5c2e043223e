import { ADVISORY_LOCKS, lockOfSchema } from '@walkon/service/advisory-locks'
import type { Database, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'

const LOCK_KEY = lockOfSchema(ADVISORY_LOCKS.parkPoller)

/** The lock is given back when the transaction ends, however it ends. */
export async function tryPollerLock(tx: Transaction): Promise<{ isHeld: boolean; pid: number | null }> {
  const [row] = await tx.execute<{ held: boolean; pid: number }>(sql`
    select pg_try_advisory_xact_lock(${LOCK_KEY}) as held, pg_backend_pid() as pid`)
  return { isHeld: row?.held === true, pid: row?.pid ?? null }
}

/** Waits in line for as long as the connection's lock timeout allows. */
export async function waitForPollerLock(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`)
}

export async function cancelWaiting(db: Database, pid: number): Promise<void> {
  await db.execute(sql`select pg_cancel_backend(${pid})`)
}

export async function showAlive(tx: Transaction): Promise<void> {
  await tx.execute(sql`select 1`)
}

/** From now on, nothing of an earlier term is written. */
export async function beginTerm(db: Database): Promise<number> {
  const [row] = await db.execute<{ term: string }>(sql`
    insert into poller (id, term) values (1, 1)
    on conflict (id) do update set term = poller.term + 1 returning term`)
  return Number(row?.term)
}

const LOCK_NOT_AVAILABLE = '55P03'

export function isLockTimeout(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === LOCK_NOT_AVAILABLE) return true
  }
  return false
}
