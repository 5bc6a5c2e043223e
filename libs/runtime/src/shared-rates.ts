import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { doublePrecision, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/**
 * Rates of calls to other companies, of all processes of a service together. A row is a token bucket that the database's clock fills. A
 * service that has such a rate exports this table from its schema.
 */
export const sharedRates = pgTable('shared_rates', {
  rate: text().primaryKey(),
  /** The bucket's content at `filledAt`. */
  free: doublePrecision().notNull(),
  filledAt: instant().notNull(),
  /** When the pause ends that the provider asked for last; null before the first. */
  pausedUntil: instant(),
})

/** In any second at most `burst + perSecond` calls. */
export type SharedRate = { name: string; burst: number; perSecond: number }

const filled = ({ burst, perSecond }: SharedRate) => sql`
  least(${burst}::float8, r.free + ${perSecond}::float8 * greatest(0, extract(epoch from clock_timestamp() - r.filled_at)))`

/** The calls in the bucket and the rest of a pause. Other processes wait for both until the transaction ends. */
export async function lockRate(
  tx: Transaction,
  rate: SharedRate,
): Promise<{ free: number; pauseMs: number }> {
  const lock = () =>
    tx.execute<{ free: number; pauseMs: number }>(sql`
      select ${filled(rate)} as free,
        1000 * greatest(0, coalesce(extract(epoch from r.paused_until - clock_timestamp()), 0))::float8 as "pauseMs"
      from shared_rates r where rate = ${rate.name} for update`)
  const [known] = await lock()
  if (known) return known
  await insertRate(tx, rate)
  const [made] = await lock()
  return made ?? { free: 0, pauseMs: 0 }
}

/** Takes calls from the bucket that `lockRate` has locked. */
export async function spendRate(tx: Transaction, rate: SharedRate, calls: number): Promise<void> {
  await tx.execute(sql`
    update shared_rates r set free = ${filled(rate)} - ${calls}, filled_at = clock_timestamp() where rate = ${rate.name}`)
}

/** Takes one call if at least `needed` are in the bucket and no pause holds; else returns in how many milliseconds to try again. */
export async function takeFromRate(db: Database, rate: SharedRate, needed: number): Promise<number | null> {
  return db.transaction(async (tx) => {
    const { free, pauseMs } = await lockRate(tx, rate)
    const waitMs = Math.max(pauseMs, ((needed - free) / rate.perSecond) * 1_000)
    if (waitMs > 0) return waitMs
    await spendRate(tx, rate, 1)
    return null
  })
}

/** No process takes from the rate for so long; a longer pause that is known stays. */
export async function pauseRate(db: Queryable, rate: SharedRate, ms: number): Promise<void> {
  await insertRate(db, rate)
  await db.execute(sql`
    update shared_rates set paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => ${ms / 1_000}))
    where rate = ${rate.name}`)
}

const insertRate = (db: Queryable, { name, burst }: SharedRate) =>
  db.execute(sql`
    insert into shared_rates (rate, free, filled_at) values (${name}, ${burst}, clock_timestamp()) on conflict do nothing`)
