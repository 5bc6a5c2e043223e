import { hashAddress } from '@walkon/service/address-hash'
import type { Queryable, Transaction } from '@walkon/service/database'
import { inArray, lte, sql } from 'drizzle-orm'
import type { CodePurpose } from '../domain/one-time-token.ts'
import { codeTries } from './schema.ts'

/** Counts one try at the codes of an address or number, for each purpose. Returns how many there are now, by purpose. */
export async function countCodeTry(
  db: Queryable,
  address: string,
  purposes: CodePurpose[],
  fromKnownDevice: boolean,
  now: Date,
): Promise<Map<CodePurpose, number>> {
  const counted = await db
    .insert(codeTries)
    .values(
      purposes.map((purpose) => ({
        addressHash: hashAddress(address),
        purpose,
        fromKnownDevice,
        tries: 1,
        touchedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [codeTries.addressHash, codeTries.purpose, codeTries.fromKnownDevice],
      set: { tries: sql`${codeTries.tries} + 1`, touchedAt: now },
    })
    .returning()
  return new Map(counted.map(({ purpose, tries }) => [purpose, tries]))
}

/** How often codes of an address and purpose were tried; the counts are kept while a new code refers to them. */
export async function touchCodeTries(
  db: Queryable,
  address: string,
  purpose: CodePurpose,
  now: Date,
): Promise<{ triesBefore: number; deviceTriesBefore: number }> {
  const rows = await db
    .insert(codeTries)
    .values(
      [false, true].map((fromKnownDevice) => ({
        addressHash: hashAddress(address),
        purpose,
        fromKnownDevice,
        tries: 0,
        touchedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [codeTries.addressHash, codeTries.purpose, codeTries.fromKnownDevice],
      set: { touchedAt: now },
    })
    .returning()
  const triesOf = (isKnown: boolean) =>
    rows.find(({ fromKnownDevice }) => fromKnownDevice === isKnown)?.tries ?? 0
  return { triesBefore: triesOf(false), deviceTriesBefore: triesOf(true) }
}

/** Deletes the counts that no valid code refers to. */
export async function deleteOldCodeTries(db: Queryable, before: Date): Promise<void> {
  await db.delete(codeTries).where(lte(codeTries.touchedAt, before))
}

/** Deletes the counts of addresses whose owner is erased. */
export async function deleteCodeTries(tx: Transaction, addressHashes: string[]): Promise<void> {
  await tx.delete(codeTries).where(inArray(codeTries.addressHash, addressHashes))
}
