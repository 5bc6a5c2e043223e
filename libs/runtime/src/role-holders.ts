import { userRolesChanged } from '@walkon/contracts/events/identity'
import type { Role } from '@walkon/contracts/http/identity'
import { EVENT_LIFETIME_HOURS } from '@walkon/contracts/topics'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { FindRoles } from '@walkon/service/access-tokens'
import type { Database, Queryable } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { and, arrayContains, eq, lt, sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { daysBefore } from './purge-daily.ts'

/**
 * A service's own copy of identity's role records. An access token names a role for minutes after the role was taken, and staff may act on
 * an account by its roles (docs/decisions/roles-are-events.md).
 */
export const roleHolders = pgTable('role_holders', {
  userId: uuid().primaryKey(),
  /** Empty: the last role was taken. Such a row outlives the tokens that name the role, and older events. */
  roles: text().array().$type<Role[]>().notNull(),
  changedAt: timestamp({ withTimezone: true }).notNull(),
})

/** For every service but identity: keeps the copy up to date. The later of two events of an account stands. */
export function projectRoles(): Handler {
  return on(userRolesChanged, async (events, tx) => {
    for (const { data } of events) {
      const { userId, roles } = data
      const changedAt = new Date(data.changedAt)
      await tx
        .insert(roleHolders)
        .values({ userId, roles, changedAt })
        .onConflictDoUpdate({
          target: roleHolders.userId,
          set: { roles, changedAt },
          setWhere: lt(roleHolders.changedAt, changedAt),
        })
    }
  })
}

/** The roles of an account by the last event about it; none for an account that this service has not heard of. */
export async function rolesOf(db: Queryable, userId: string): Promise<Role[]> {
  return (await findHolder(db, userId))?.roles ?? []
}

/** The accounts that have a role, by the last event about each. */
export async function listHolders(db: Queryable, role: Role): Promise<string[]> {
  const holders = await db
    .select({ userId: roleHolders.userId })
    .from(roleHolders)
    .where(arrayContains(roleHolders.roles, [role]))
  return holders.map(({ userId }) => userId)
}

/** Identity may read the roles for a token just before a change and sign it just after: such a token names the roles of before. */
const OVERLAP_MS = 10_000

/** The roles that a token may still use: those that it names and that no change since then has taken. */
export const standingRoles =
  (db: Database): FindRoles =>
  async ({ userId, roles, knownAt }) => {
    const holder = await findHolder(db, userId)
    if (!holder || knownAt.getTime() > holder.changedAt.getTime() + OVERLAP_MS) return roles
    return roles.filter((name) => holder.roles.includes(name))
  }

async function findHolder(db: Queryable, userId: string) {
  const [holder] = await db.select().from(roleHolders).where(eq(roleHolders.userId, userId))
  return holder ?? null
}

/** Longer than an access token works and an event is delivered. */
const KEPT_DAYS = EVENT_LIFETIME_HOURS / 24 + 1

/** Forgets accounts that have had no role for so long that neither a token nor an event still names one. */
export const forgetFormerHolders = ({ db, now }: { db: Database; now: () => Date }): Job => ({
  name: 'forget-former-holders',
  intervalMs: 3_600_000,
  run: async () => {
    const isOver = lt(roleHolders.changedAt, daysBefore(now(), KEPT_DAYS))
    await db.delete(roleHolders).where(and(isOver, eq(sql`cardinality(${roleHolders.roles})`, 0)))
  },
})
