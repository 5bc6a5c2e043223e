import type { Database } from '@walkon/service/database'
import { deleteOldChecks } from '../../db/suppressions/address-checks.ts'

/** Deletes a batch of look-ups of addresses that were settled before. Returns the rows deleted. */
export const purgeChecks = async (
  db: Database,
  before: Date,
  limit: number,
): Promise<{ address_checks: number }> => ({ address_checks: await deleteOldChecks(db, before, limit) })
