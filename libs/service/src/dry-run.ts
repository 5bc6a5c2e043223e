import type { Database, Transaction } from './database.ts'

class TakenBack extends Error {}

/** A dry run: does the work in a transaction that is taken back, and resolves with its result. */
export async function tryInTransaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = []
  try {
    await db.transaction(async (tx) => {
      results.push(await work(tx))
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return results[0] as Result
}

/** Does the work in a transaction that is kept, or that a dry run takes back. */
export const tryOrKeep = <Result>(
  db: Database,
  isDryRun: boolean,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => (isDryRun ? tryInTransaction(db, work) : db.transaction(work))
