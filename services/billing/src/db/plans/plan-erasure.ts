import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** A deleted account. */
export type AccountErasure = { userId: string; deletedAt: string }

export type ErasedPlan = { id: string; email: string; hasCovered: boolean; endedAt: string | null }

/** The plans of these accounts, locked until the transaction ends. */
export function lockErasedPlans(tx: Transaction, erasures: AccountErasure[]): Promise<ErasedPlan[]> {
  return tx.execute<ErasedPlan>(sql`
    select p.id, p.email, p.version > 0 as "hasCovered", p.ended_at as "endedAt"
    from jsonb_to_recordset(${asJsonb(erasures)}) as erased("userId" uuid)
    join plans p on p.user_id = erased."userId"
    order by p.id for update of p`)
}

/** Deletes plans that are over. The others stay without account and address until they have been ended at Stripe, which is asked at once. */
export async function deleteOrAnonymise(tx: Transaction, ids: string[], deletedAt: string): Promise<void> {
  await tx.execute(sql`delete from plans where id = any(${uuids(ids)}) and ended_at is not null`)
  await tx.execute(sql`
    update plans set user_id = null, email = null, url = null, version = version + 1,
      check_at = ${deletedAt}::timestamptz
    where id = any(${uuids(ids)})`)
}
