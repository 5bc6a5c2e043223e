import { channel, type Channel } from '@walkon/contracts/values'
import type { Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { readInOrderOfIndex } from './index-order.ts'

/** For each channel that has deliveries without an end: the age of the oldest. */
export async function listOldestPending(
  tx: Transaction,
): Promise<{ channel: Channel; ageSeconds: number }[]> {
  await readInOrderOfIndex(tx)
  return tx.execute<{ channel: Channel; ageSeconds: number }>(sql`
    select c.channel, extract(epoch from now() - oldest.created_at)::float8 as "ageSeconds"
    from jsonb_array_elements_text(${asJsonb(channel.options)}) as c(channel), lateral (
      select d.created_at from deliveries d
      where d.state in ('queued', 'sending', 'unknown') and d.channel = c.channel and d.not_before < 'infinity'
      order by d.created_at limit 1) as oldest`)
}
