import type { Database } from '@walkon/service/database'
import { deleteOldConsents } from '../db/consents.ts'

type Age = Parameters<typeof deleteOldConsents>[1]

/** Deletes a batch of consents that no order has named since, sooner if their numbers never confirmed. Returns the rows deleted. */
export const purgeConsents = async (db: Database, age: Age): Promise<{ consents: number }> => ({
  consents: await deleteOldConsents(db, age),
})
