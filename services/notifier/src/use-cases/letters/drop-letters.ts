import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { deleteExpiredLetters } from '../../db/accounts/accounts.ts'
import { settleDropped } from './settle-letters.ts'

const BATCH = 500

export type DropDeps = { db: Database; log: Log; now: () => Date }

/** Drops letters to users whose account stayed unknown until they expired. True if there may be more. */
export async function dropLetters({ db, log, now }: DropDeps): Promise<boolean> {
  const dropped = await db.transaction(async (tx) => {
    const ids = await deleteExpiredLetters(tx, BATCH)
    await settleDropped(
      tx,
      ids.map((id) => ({ id, reason: 'user-unknown' })),
      now(),
    )
    return ids.length
  })
  if (dropped > 0) log.warn({ letters: dropped }, 'letters dropped: their users stayed unknown')
  return dropped === BATCH
}
