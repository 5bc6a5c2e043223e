import { saveAccounted, type Ledger } from '@walkon/runtime/accounting'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

const ledgerOf = (table: SQL): Ledger => ({ table, eventId: sql`event_id`, madeAt: sql`published_at` })

/**
 * Everything that was sold and that another service must have before it is of use. Each thing is told by its newest event until that service
 * answers: docs/decisions/alert-accounting.md.
 */
export const PUBLISHED = {
  passes: ledgerOf(sql`published_passes`),
  plans: ledgerOf(sql`published_plans`),
  'assist-days': ledgerOf(sql`published_assist_days`),
}

type Published = { id: string; eventId: string; version: number | undefined }

/** Saves that things were published. One that was published before loses its earlier answer, and a new one is waited for. */
export async function savePublished(tx: Transaction, { table }: Ledger, things: Published[]): Promise<void> {
  await tx.execute(sql`
    insert into ${table} (id, event_id, version)
    select id, "eventId", version
    from jsonb_to_recordset(${asJsonb(things)}) as thing(id uuid, "eventId" uuid, version int)
    on conflict (id) do update
    set event_id = excluded.event_id, version = excluded.version, published_at = now(), accounted_at = null,
      republished_at = null`)
}

/** Accounts for things by the answers to them. An answer to an older version than the published one accounts for nothing. */
export async function saveAnswered(
  tx: Transaction,
  ledger: Ledger,
  answers: { id: string; version?: number }[],
): Promise<void> {
  const answered = await tx.execute<{ id: string }>(sql`
    select thing.id from ${ledger.table} thing
    join jsonb_to_recordset(${asJsonb(answers)}) as answer(id uuid, version int) on answer.id = thing.id
    where thing.version is null or answer.version >= thing.version
    order by thing.id for update of thing`)
  await saveAccounted(
    tx,
    ledger,
    answered.map(({ id }) => id),
  )
}

/** Things that were taken back must not be published again. */
export async function deletePublished(tx: Transaction, { table }: Ledger, ids: string[]): Promise<void> {
  await tx.execute(sql`delete from ${table} where id = any(${uuids(ids)})`)
}
