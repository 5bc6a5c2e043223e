import type { MailList } from '@walkon/contracts/values'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { desc, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { hashAddress } from '@walkon/service/address-hash'
import type { CheckCause, CheckOutcome, Claim } from '../../domain/suppressed-address.ts'
import { addressChecks } from '../schema.ts'

/** The channel of the loop that looks addresses up. */
export const ADDRESS_CHECKS_CHANNEL = 'address-checks'

export type NewCheck = {
  address: string
  cause: CheckCause
  claim?: Claim
  /** The list that its owner wants again. */
  list?: MailList
  /** When the owner of the address showed that it receives mail. */
  provenAt?: Date
  adminId?: string
}

/** Has these addresses looked up. Returns the ids of the checks, in order. */
export async function insertChecks(db: Queryable, checks: NewCheck[]): Promise<string[]> {
  if (checks.length === 0) return []
  const rows = checks.map((check) => ({
    ...check,
    id: randomUUID(),
    addressHash: hashAddress(check.address),
  }))
  await db.insert(addressChecks).values(rows)
  wakeAfterCommit(db, ADDRESS_CHECKS_CHANNEL)
  return rows.map(({ id }) => id)
}

export type DueCheck = {
  id: string
  address: string
  addressHash: string
  cause: CheckCause
  claim: Claim | null
  list: MailList | null
  provenAt: string | null
  attempts: number
  /** When it was taken, and how long it had waited then, by the database's clock. */
  takenAt: string
  ageSeconds: number
}

/** Checks that are due, out of reach of other processes for so long. */
export async function leaseChecks(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueCheck[]> {
  return db.execute<DueCheck>(sql`
    update address_checks c set attempts = attempts + 1, not_before = now() + make_interval(secs => ${leaseSeconds})
    where id = any(array(
      select id from address_checks where settled_at is null and not_before <= now()
      order by not_before limit ${limit} for update skip locked))
    returning id, address, address_hash as "addressHash", cause, claim, list, proven_at as "provenAt", attempts,
      now() as "takenAt", extract(epoch from now() - created_at)::float8 as "ageSeconds"`)
}

/** The address itself is forgotten. False where the check was settled before. */
export async function settleCheck(tx: Transaction, id: string, outcome: CheckOutcome): Promise<boolean> {
  const settled = await tx.execute(sql`
    update address_checks set settled_at = now(), outcome = ${outcome}, address = null
    where id = ${id}::uuid and settled_at is null`)
  return settled.count === 1
}

export async function postponeCheck(db: Queryable, id: string, delaySeconds: number): Promise<void> {
  await db.execute(sql`
    update address_checks set not_before = now() + make_interval(secs => ${delaySeconds})
    where id = ${id}::uuid and settled_at is null`)
}

const SHOWN_CHECKS = 20

/** The newest checks of an address. */
export async function listChecks(db: Queryable, addressHash: string) {
  return db
    .select({
      checkId: addressChecks.id,
      cause: addressChecks.cause,
      adminId: addressChecks.adminId,
      requestedAt: addressChecks.createdAt,
      settledAt: addressChecks.settledAt,
      outcome: addressChecks.outcome,
    })
    .from(addressChecks)
    .where(eq(addressChecks.addressHash, addressHash))
    .orderBy(desc(addressChecks.createdAt))
    .limit(SHOWN_CHECKS)
}

/** For an erasure. A check that is under way is settled first, and deleted then: a complaint counts although its sender has left. */
export async function deleteSettledChecksOf(tx: Transaction, addressHashes: string[]): Promise<void> {
  await tx.execute(sql`
    delete from address_checks where settled_at is not null
      and address_hash in (select jsonb_array_elements_text(${asJsonb(addressHashes)}))`)
}

/** Deletes checks that were settled before. Returns how many. */
export async function deleteOldChecks(db: Queryable, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from address_checks where id = any(array(
      select id from address_checks where settled_at < ${before.toISOString()}::timestamptz limit ${limit}))`)
  return deleted.count
}

export async function findOldestCheckSeconds(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
    from address_checks where settled_at is null`)
  return row?.seconds ?? 0
}
