import type { Queryable } from '@walkon/service/database'
import { instantOf } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'
import { transition, type Transition } from '../deliveries/transitions.ts'

/** Groups are set back so far before the instant of a restore (docs/runbooks/database.md). */
const REPLAYED_BEFORE = sql.raw(`interval '10 minutes'`)

/** True of a message that was requested in a span that a restore took back: its provider may have it. */
export const isInLostSpan = (requestedAt: SQL): SQL => sql`exists (select from restores lost
  where ${requestedAt} >= lost.restored_to - ${REPLAYED_BEFORE} and ${requestedAt} < lost.noted_at)`

/** For `update deliveries d set`: doubts a message of a lost span that would be sent otherwise. */
export const DOUBTED_IF_LOST = sql`(state, called_at, doubted_at, handed_at, doubts, last_error) = (
  select case when is_lost then 'unknown' else d.state end, case when is_lost then d.requested_at else d.called_at end,
    case when is_lost then now() else d.doubted_at end, case when is_lost then now() else d.handed_at end,
    greatest(d.doubts, is_lost::int), case when is_lost then 'restored' else d.last_error end
  from (select ${isInLostSpan(sql`d.requested_at`)} as is_lost) restored)`

/** From now on a message that was requested since that instant is looked up at its provider before it is sent. */
export async function insertRestore(tx: Queryable, restoredTo: Date): Promise<void> {
  await tx.execute(
    sql`insert into restores (restored_to) values (${instantOf(restoredTo)}) on conflict do nothing`,
  )
}

/**
 * Puts in doubt each delivery that was still to be sent at the instant of the restore. Later attempts are not known: an attempt of number 0
 * has no known instant. A mail that waits for its pushes is put in doubt when it is released.
 */
export async function doubtPending(tx: Queryable, restoredTo: Date): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    update deliveries d set state = 'unknown', attempt_no = 0, doubts = greatest(d.doubts, 1), doubted_at = now(),
      called_at = coalesce(case when d.state <> 'queued' then d.called_at end, ${instantOf(restoredTo)}), handed_at = now(),
      not_before = now(), lease_owner = null, lease_until = null, last_error = 'restored', updated_at = now()
    where d.state in ('queued', 'sending', 'unknown') and d.not_before < 'infinity'
    returning ${transition}`)
}
