import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { deleteExpiredLetters } from '../db/accounts.ts'

const BATCH = 500

/** Drops letters to users whose account stayed unknown until they expired. True if there may be more. */
export async function dropLetters(db: Database, log: Log): Promise<boolean> {
  const dropped = await deleteExpiredLetters(db, BATCH)
  if (dropped > 0) log.warn({ letters: dropped }, 'letters dropped: their users stayed unknown')
  return dropped === BATCH
}
