import type { Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { DOUBTED_IF_LOST } from '../restores/restores.ts'
import { transition, type Transition } from './transitions.ts'

/**
 * Emails that wait for the pushes of the same alerts: queued, with a `not_before` that never comes. One that a push has replaced
 * keeps it, so that it can be told from an email that was suppressed.
 */

const isWaiting = sql.raw(`d.channel = 'email' and d.state = 'queued' and d.not_before = 'infinity'`)

const pushes = (states: string) =>
  sql.raw(
    `(select from deliveries p where p.source_id = d.source_id and p.channel = 'push' and p.state in (${states}))`,
  )

/** The waiting emails of these events, locked. */
export async function lockWaitingMails(tx: Transaction, sourceIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select d.id from deliveries d where d.source_id = any(${uuids(sourceIds)}) and ${isWaiting}
    order by d.id for update`)
  return rows.map(({ id }) => id)
}

/** Ends those of these emails whose alerts a push service has. */
export async function replaceMails(tx: Transaction, ids: string[]): Promise<Transition[]> {
  return tx.execute<Transition>(sql`
    update deliveries d set state = 'suppressed', last_error = 'replaced-by-push', content = null, updated_at = now()
    where d.id = any(${uuids(ids)}) and ${isWaiting} and exists ${pushes(`'accepted', 'delivered'`)}
    returning ${transition}`)
}

/**
 * Has those of these emails sent whose pushes have all ended. Returns how many. One that a restore took back is in doubt: it may have been
 * released before.
 */
export async function releaseMails(tx: Transaction, ids: string[]): Promise<number> {
  const released = await tx.execute(sql`
    update deliveries d set not_before = now(), updated_at = now(), ${DOUBTED_IF_LOST}
    where d.id = any(${uuids(ids)}) and ${isWaiting}
      and not exists ${pushes(`'queued', 'sending', 'unknown', 'accepted', 'delivered'`)}`)
  return released.count
}
