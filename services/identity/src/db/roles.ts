import { ADVISORY_LOCKS, lockOfSchema } from '@walkon/service/advisory-locks'
import type { Role } from '@walkon/contracts/http/identity'
import type { Queryable, Transaction } from '@walkon/service/database'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { userRoles, users } from './schema.ts'

export async function listRoles(db: Queryable, userId: string): Promise<Role[]> {
  const rows = await db
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId))
    .orderBy(asc(userRoles.role))
  return rows.map(({ role }) => role)
}

/** Returns false for a role that the user has already. */
export async function insertRole(
  db: Queryable,
  grant: { userId: string; role: Role; grantedBy: string | null; grantedAt: Date },
): Promise<boolean> {
  const inserted = await db.insert(userRoles).values(grant).onConflictDoNothing()
  return inserted.count > 0
}

/** Returns false for a role that the user does not have. */
export async function deleteRole(tx: Transaction, userId: string, role: Role): Promise<boolean> {
  const deleted = await tx
    .delete(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, role)))
  return deleted.count > 0
}

/** Under an exclusive lock: of two admins who revoke each other's role at once, the second sees what the first did. */
export async function listAdmins(tx: Transaction): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfSchema(ADVISORY_LOCKS.admins)})`)
  const rows = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'admin'))
  return rows.map(({ userId }) => userId)
}

/** The roles of those of the users that have one, and when the last of them was granted. */
export const listRolesOf = (db: Queryable, userIds: string[]) =>
  db
    .select({
      userId: userRoles.userId,
      roles: sql<Role[]>`array_agg(${userRoles.role} order by ${userRoles.role})`,
      grantedAt: sql<string>`max(${userRoles.grantedAt})`,
    })
    .from(userRoles)
    .where(inArray(userRoles.userId, userIds))
    .groupBy(userRoles.userId)

/** The accounts that have a role, with all of their roles, in the order of their addresses. */
export const listStaff = (db: Queryable) =>
  db
    .select({
      id: users.id,
      email: users.email,
      roles: sql<Role[]>`array_agg(${userRoles.role} order by ${userRoles.role})`,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .groupBy(users.id)
    .orderBy(asc(users.email))
