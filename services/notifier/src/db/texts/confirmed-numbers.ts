import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { IN_USE } from './consents.ts'

/** A number, and the addresses whose alerts it may be texted about now. */
export type ConfirmedNumber = {
  numberHash: string
  number: string | null
  emailHashes: string[]
  changedAt: string
}

/** Until the transaction ends, no other one reads the state of these numbers: their events are committed in the order of their states. */
export async function lockNumbers(tx: Transaction, numberHashes: string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockOfThing(sql`number_hash`)})
    from jsonb_array_elements_text(${asJsonb(numberHashes.toSorted())}) as given(number_hash)`)
}

/** Confirmed and in use, and the number has not stopped or turned out to be dead. */
export async function listConfirmedNumbers(
  tx: Transaction,
  numberHashes: string[],
): Promise<ConfirmedNumber[]> {
  return tx.execute<ConfirmedNumber>(sql`
    select given.number_hash as "numberHash", min(c.number) as number,
      array_remove(array_agg(c.email_hash order by c.email_hash), null) as "emailHashes",
      to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "changedAt"
    from jsonb_array_elements_text(${asJsonb(numberHashes)}) as given(number_hash)
    left join consents c on c.number_hash = given.number_hash and c.confirmed_at is not null and ${IN_USE} and not exists (
      select from suppressions s where s.channel = 'sms' and s.address_hash = c.number_hash)
    group by given.number_hash`)
}

/** Lists those of these numbers that an order or a plan has named. */
export async function listNamedNumbers(tx: Transaction, numberHashes: string[]): Promise<string[]> {
  const rows = await tx.execute<{ numberHash: string }>(sql`
    select distinct number_hash as "numberHash" from consents
    where number_hash in (select jsonb_array_elements_text(${asJsonb(numberHashes)}))`)
  return rows.map(({ numberHash }) => numberHash)
}
