import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, lt, sql } from 'drizzle-orm'
import { confirmedNumbers, hashOf, signInNumbers, users } from './schema.ts'

/** Numbers that are confirmed for the alerts of accounts, and those that sign in. */

/** Confirmed for the alerts of the address that the account has now. */
const IS_OF_USER = sql`${hashOf(users.email)} = any(${confirmedNumbers.emailHashes})`

/**
 * Keeps the state of a number; of two states the later stands. An account for which the number is no longer confirmed never signs in by it
 * again, even after a new confirmation. It can be another person's by then.
 */
export async function saveConfirmedNumber(
  tx: Transaction,
  state: { numberHash: string; number: string | null; emailHashes: string[]; changedAt: string },
): Promise<void> {
  const { numberHash, number, emailHashes, changedAt } = state
  const saved = await tx.execute(sql`
    insert into confirmed_numbers (number_hash, number, email_hashes, changed_at)
    values (${numberHash}, ${number}, array(select jsonb_array_elements_text(${asJsonb(emailHashes)})), ${changedAt}::timestamptz)
    on conflict (number_hash) do update set
      number = excluded.number, email_hashes = excluded.email_hashes, changed_at = excluded.changed_at
    where confirmed_numbers.changed_at <= excluded.changed_at
    returning 1`)
  if (saved.length === 0) return
  await tx.execute(sql`
    delete from sign_in_numbers s using users, confirmed_numbers
    where s.number_hash = ${numberHash} and users.id = s.user_id and confirmed_numbers.number_hash = s.number_hash
      and not ${IS_OF_USER}`)
}

/** Two accounts that choose one number take turns. */
export async function lockNumber(tx: Transaction, numberHash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${numberHash}::text`)})`)
}

/** The account that a number signs in to. Null if there is none, or if there are two: which of them is meant is not known. */
export async function findUserOfNumber(db: Queryable, numberHash: string): Promise<{ id: string } | null> {
  const owners = await db
    .select({ id: users.id })
    .from(signInNumbers)
    .innerJoin(users, eq(users.id, signInNumbers.userId))
    .innerJoin(confirmedNumbers, eq(confirmedNumbers.numberHash, signInNumbers.numberHash))
    .where(and(eq(signInNumbers.numberHash, numberHash), IS_OF_USER))
    .limit(2)
  const [owner] = owners
  return owner && owners.length === 1 ? owner : null
}

export type OwnNumber = { number: string; numberHash: string; signsIn: boolean }

/** The numbers that are confirmed for the alerts of an account. */
export async function listNumbersOf(db: Queryable, userId: string): Promise<OwnNumber[]> {
  return db.execute<OwnNumber>(sql`
    select confirmed_numbers.number, confirmed_numbers.number_hash as "numberHash",
      exists (select from sign_in_numbers s
        where s.user_id = users.id and s.number_hash = confirmed_numbers.number_hash) as "signsIn"
    from users join confirmed_numbers on ${IS_OF_USER}
      and confirmed_numbers.email_hashes @> array[${hashOf(users.email)}]
    where users.id = ${userId}::uuid and confirmed_numbers.number is not null
    order by confirmed_numbers.number`)
}

/** The one number that signs in to the account from now on. */
export async function saveSignInNumber(
  tx: Transaction,
  number: typeof signInNumbers.$inferInsert,
): Promise<void> {
  const { numberHash, turnedOnAt } = number
  await tx
    .insert(signInNumbers)
    .values(number)
    .onConflictDoUpdate({ target: signInNumbers.userId, set: { numberHash, turnedOnAt } })
}

/** False if none was on. */
export async function deleteSignInNumber(tx: Transaction, userId: string): Promise<boolean> {
  const deleted = await tx.delete(signInNumbers).where(eq(signInNumbers.userId, userId)).returning()
  return deleted.length > 0
}

/** Takes erased addresses off their numbers. */
export async function deleteNumbersOf(tx: Transaction, addressHashes: string[]): Promise<void> {
  await tx.execute(sql`
    with erased as (select array(select jsonb_array_elements_text(${asJsonb(addressHashes)})) as hashes)
    update confirmed_numbers c set
      email_hashes = array(select hash from unnest(c.email_hashes) as hash where hash <> all(erased.hashes)),
      number = case when c.email_hashes <@ erased.hashes then null else c.number end
    from erased where c.email_hashes && erased.hashes`)
}

/** Deletes the rows of numbers that have got no visitor's alerts since then. */
export async function deleteNobodysNumbers(db: Queryable, before: Date): Promise<void> {
  await db
    .delete(confirmedNumbers)
    .where(and(sql`${confirmedNumbers.emailHashes} = '{}'`, lt(confirmedNumbers.changedAt, before)))
}
