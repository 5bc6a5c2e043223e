import type { Database } from '@walkon/service/database'
import { deleteOldConsents } from '../../db/texts/consents.ts'
import { publishNumbers } from './publish-numbers.ts'

type Age = Parameters<typeof deleteOldConsents>[1]

/** Deletes a batch of consents that no order has named since, sooner if their numbers never confirmed. Returns the rows deleted. */
export const purgeConsents = (db: Database, age: Age): Promise<{ consents: number }> =>
  db.transaction(async (tx) => {
    const numbers = await deleteOldConsents(tx, age)
    await publishNumbers(tx, numbers)
    return { consents: numbers.length }
  })
