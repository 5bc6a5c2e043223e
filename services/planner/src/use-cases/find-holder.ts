import { hashAddress } from '@walkon/service/address-hash'
import type { Queryable } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findAddressHash } from '../db/quiet-times.ts'

/** Returns the account of an id that staff name; null if planner has not heard of it. Throws `visitor-mismatch` where it has another address. */
export async function findHolder(
  db: Queryable,
  { email, userId }: { email: string; userId: string | null },
): Promise<string | null> {
  const addressHash = userId && (await findAddressHash(db, userId))
  if (!addressHash) return null
  if (addressHash === hashAddress(email)) return userId
  throw new AppError('visitor-mismatch', 'The address and the account are not of one visitor')
}
