import type { SetAsideEvent } from '@walkon/contracts/http/provider-events'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
const instant = () => timestamp({ withTimezone: true })

/** The channel of the loops that apply provider events. */
export const PROVIDER_EVENTS_CHANNEL = 'provider-events'

/** How long an event is kept once it is applied: longer than any provider repeats one (Stripe: 3 days). */
const APPLIED_HOURS = 96
/** How long an event is kept that was set aside, for an operator to replay. */
const SET_ASIDE_HOURS = 30 * 24

/**
 * Webhook events of providers, as they came. An event is pending, then applied or set aside with a `rejection`. A service that hears a
 * provider has this table in its schema.
 */
export const providerEvents = pgTable(
  'provider_events',
  {
    /** The order of arrival. */
    position: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text().notNull(),
    /** The provider's own id of the event, or the SHA-256 of the body, hex, where it gives none. */
    eventId: text().notNull(),
    /** The verified bytes: the body, and the query if that matters. */
    body: bytea().notNull(),
    /** SHA-256 of the addresses in the body, hex: how an erasure finds it, readable or not. */
    addressHashes: text().array().notNull(),
    receivedAt: instant().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    notBefore: instant().notNull().defaultNow(),
    appliedAt: instant(),
    /** Why the event was set aside. */
    rejection: text(),
  },
  (table) => [
    unique('provider_events_once').on(table.provider, table.eventId),
    // Pending, and the few that are set aside, which are counted at each scrape.
    index('provider_events_not_applied')
      .on(table.provider, table.position)
      .where(sql`${table.appliedAt} is null`),
    index('provider_events_received').on(table.receivedAt),
    index('provider_events_addresses').using('gin', table.addressHashes),
  ],
)

const PENDING = sql`applied_at is null and rejection is null`

export type NewProviderEvent = {
  provider: string
  eventId: string
  body: Buffer
  addressHashes: string[]
}

/** Stores an event once and wakes the loop of this process that applies it. */
export async function storeProviderEvent(db: Queryable, event: NewProviderEvent): Promise<void> {
  await db.execute(sql`
    insert into provider_events (provider, event_id, body, address_hashes)
    select ${event.provider}, ${event.eventId}, ${event.body},
      array(select jsonb_array_elements_text(${asJsonb(event.addressHashes)}))
    on conflict (provider, event_id) do nothing`)
  wakeAfterCommit(db, PROVIDER_EVENTS_CHANNEL)
}

export type PendingEvent = {
  position: string
  body: Buffer
  addressHashes: string[]
  attempts: number
  receivedAt: string
}

/**
 * The oldest pending event of a provider. Only `provider_events_not_applied` is in this order, so the planner takes that index whatever its
 * statistics are. After a burst they promise many pending events: `exists`, `min` or an order by position alone would read the applied
 * ones. `between`, because under `provider = …` the order would be that of the position.
 */
const oldestPending = (provider: string) => sql`
  select position from provider_events where provider between ${provider} and ${provider} and ${PENDING}
  order by provider, position limit 1`

/** One short query, so that a loop that looks each second costs no transaction while there is nothing. */
export async function hasPendingEvents(db: Queryable, provider: string): Promise<boolean> {
  return (await db.execute(oldestPending(provider))).length > 0
}

/**
 * The oldest pending event of a provider, locked; none if it waits for its next attempt or another process has it. A later
 * event is never taken in its place, so events are applied in the order of their arrival.
 */
export async function lockOldestPending(tx: Transaction, provider: string): Promise<PendingEvent[]> {
  return tx.execute<PendingEvent>(sql`
    select position, body, address_hashes as "addressHashes", attempts, received_at as "receivedAt" from provider_events
    where position = (${oldestPending(provider)}) and ${PENDING} and not_before <= now()
    for update skip locked`)
}

export async function markApplied(tx: Transaction, position: string): Promise<void> {
  await tx.execute(sql`
    update provider_events set applied_at = now(), attempts = attempts + 1 where position = ${position}`)
}

export async function markForRetry(db: Queryable, position: string, delaySeconds: number): Promise<void> {
  await db.execute(sql`
    update provider_events set attempts = attempts + 1, not_before = now() + make_interval(secs => ${delaySeconds})
    where position = ${position} and ${PENDING}`)
}

/** The same where nothing was wrong with the event: its attempts stay. */
export async function postpone(db: Queryable, position: string, delaySeconds: number): Promise<void> {
  await db.execute(sql`
    update provider_events set not_before = now() + make_interval(secs => ${delaySeconds})
    where position = ${position} and ${PENDING}`)
}

export async function setAside(db: Queryable, position: string, rejection: string): Promise<void> {
  await db.execute(sql`
    update provider_events set attempts = attempts + 1, rejection = ${rejection}
    where position = ${position} and ${PENDING}`)
}

export async function deleteProviderEvent(db: Queryable, position: string): Promise<void> {
  await db.execute(sql`delete from provider_events where position = ${position}`)
}

/**
 * Has a provider's set-aside events applied again, in the order of their arrival; with `since`, also the applied events
 * received since then. Returns how many.
 */
export async function replayProviderEvents(
  db: Queryable,
  { provider, since = null }: { provider: string; since?: Date | null },
): Promise<number> {
  const replayed = await db.execute(sql`
    update provider_events set applied_at = null, rejection = null, attempts = 0, not_before = now()
    where provider = ${provider} and (rejection is not null
      or (applied_at is not null and received_at >= ${since?.toISOString() ?? null}::timestamptz))`)
  wakeAfterCommit(db, PROVIDER_EVENTS_CHANNEL)
  return replayed.count
}

/** The oldest events that were set aside. */
export async function listSetAside(db: Queryable, limit: number): Promise<SetAsideEvent[]> {
  const rows = await db.execute<SetAsideEvent>(sql`
    select position::text, provider, attempts, rejection,
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt"
    from provider_events where applied_at is null and rejection is not null order by position limit ${limit}`)
  return [...rows]
}

/** Null where no event is set aside at this position. */
export async function lockSetAside(
  tx: Transaction,
  position: string,
): Promise<(PendingEvent & { provider: string }) | null> {
  const [row] = await tx.execute<PendingEvent & { provider: string }>(sql`
    select position, provider, body, address_hashes as "addressHashes", attempts, received_at as "receivedAt"
    from provider_events where position = ${position}::bigint and rejection is not null for update`)
  return row ?? null
}

/** Has an event that was set aside applied again. False where there is none at this position. */
export async function replayProviderEvent(tx: Transaction, position: string): Promise<boolean> {
  const replayed = await tx.execute(sql`
    update provider_events set rejection = null, attempts = 0, not_before = now()
    where position = ${position}::bigint and rejection is not null`)
  wakeAfterCommit(tx, PROVIDER_EVENTS_CHANNEL)
  return replayed.count === 1
}

/** For an erasure: deletes the events that name one of these addresses. Pending ones are applied first, see `mayKeep`. */
export async function deleteProviderEventsNaming(tx: Queryable, addressHashes: string[]): Promise<void> {
  await tx.execute(sql`
    delete from provider_events where not (${PENDING})
      and address_hashes && array(select jsonb_array_elements_text(${asJsonb(addressHashes)}))`)
}

/** Deletes events past their retention; pending ones stay. True if there may be more. */
export async function deleteOldProviderEvents(db: Database, limit = 5_000): Promise<boolean> {
  const deleted = await db.execute(sql`
    delete from provider_events where position = any(array(
      select position from provider_events
      where (applied_at is not null and received_at < now() - make_interval(hours => ${APPLIED_HOURS}))
        or (rejection is not null and received_at < now() - make_interval(hours => ${SET_ASIDE_HOURS}))
      limit ${limit}))`)
  return deleted.count === limit
}

export type ProviderBacklog = { provider: string; setAside: number; oldestSeconds: number }

/** For each provider: how many events are set aside, and how long the oldest pending one has waited. */
export async function listProviderBacklogs(db: Database): Promise<ProviderBacklog[]> {
  return db.execute<ProviderBacklog>(sql`
    select provider, count(*) filter (where rejection is not null)::int as "setAside",
      coalesce(extract(epoch from now() - min(received_at) filter (where rejection is null)), 0)::float8 as "oldestSeconds"
    from provider_events where applied_at is null group by provider`)
}
