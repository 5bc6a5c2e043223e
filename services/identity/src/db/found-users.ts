import type { FoundVisitor, Sought } from '@walkon/contracts/http/desk'
import type { Queryable } from '@walkon/service/database'
import { isNear } from '@walkon/runtime/near-addresses'
import { asc, eq, exists, like, sql, and, type SQL } from 'drizzle-orm'
import { confirmedNumbers, hashOf, signUps, users } from './schema.ts'

/**
 * Finds the person that the support desk means. An account by address, by a number confirmed for its alerts, or by its id; or an address
 * whose sign-up waits.
 */
export async function findAccounts(db: Queryable, sought: Sought, limit: number): Promise<FoundVisitor[]> {
  const accounts = await listAccounts(db, sought, limit)
  if (accounts.length > 0 || sought.kind !== 'email') return accounts
  return db
    .selectDistinct({ userId: sql<null>`null::uuid`, email: signUps.email })
    .from(signUps)
    .where(eq(signUps.email, sought.text))
}

async function listAccounts(db: Queryable, sought: Sought, limit: number): Promise<FoundVisitor[]> {
  const isSought = toCondition(db, sought)
  if (!isSought) return []
  return db
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(isSought)
    .orderBy(asc(users.email))
    .limit(limit)
}

function toCondition(db: Queryable, { kind, text }: Sought): SQL | null {
  switch (kind) {
    case 'email':
      return eq(users.email, text)
    case 'id':
      return eq(users.id, text)
    case 'number':
      return hasNumber(db, eq(confirmedNumbers.number, text))
    case 'last-digits':
      return hasNumber(db, like(confirmedNumbers.number, `%${text}`))
    case 'near':
      return isNear(sql`${users.email}`, text)
    case 'reference':
    case 'provider-id':
      return null
    default:
      return kind satisfies never
  }
}

const hasNumber = (db: Queryable, isIt: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(confirmedNumbers)
      .where(and(isIt, sql`${confirmedNumbers.emailHashes} @> array[${hashOf(users.email)}]`)),
  )
