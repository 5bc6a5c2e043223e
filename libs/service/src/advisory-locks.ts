import { sql, type SQL } from 'drizzle-orm'

/**
 * The numbers of all advisory locks, so that no two subjects share one. A lock is an exclusive right that PostgreSQL
 * gives back when its transaction or session ends.
 */
export const ADVISORY_LOCKS = {
  /** Migrations of a database, all schemas: processes that start together take turns. */
  migrations: 7_406_001,
  /** The relay of an outbox. */
  relay: 7_406_002,
  /** The tables of the event log of the local run. */
  eventLogSchema: 7_406_003,
  /** Erasures in notifier: shared for inserts, exclusive for an erasure. */
  notifierErasure: 7_406_005,
  /** The publication of notifier's outcomes. */
  notifierOutcomes: 7_406_006,
  /** Grants and revocations of the admin role. */
  admins: 7_406_010,
  /** The rotation of signing keys. */
  signingKeyRotation: 7_406_011,
  /** Template databases of the tests. */
  testTemplates: 7_406_101,
} as const

/** The two-part key of a lock that each schema of a database has for itself. */
export const lockOfSchema = (lock: number): SQL => sql`${lock}::int, hashtext(current_schema())`

/**
 * The key of a lock on one thing of this schema. Scoped by the schema, so that services of one database
 * that lock the same id or address do not wait for each other.
 */
export const lockOfThing = (thing: SQL): SQL => sql`hashtextextended(current_schema() || '.' || ${thing}, 0)`
