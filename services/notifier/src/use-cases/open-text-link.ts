import type { Database } from '@walkon/service/database'
import type { SealedTokens } from '@walkon/service/sealed-tokens'
import { hashCode } from '../channels/text-links.ts'
import { findOwnerOfLink } from '../db/deliveries.ts'

/** The link itself works as long as its delivery is kept. */
const TOKEN_SECONDS = 86_400

/**
 * A manage token of the visitor whose alerts the text named; null for any other code. Only texts of alerts open them: they go to
 * confirmed numbers alone.
 */
export async function openTextLink(
  db: Database,
  manageTokens: SealedTokens,
  code: string,
  now: Date,
): Promise<string | null> {
  const owner = await findOwnerOfLink(db, hashCode(code))
  if (!owner) return null
  return manageTokens.seal(owner.email, {
    expiresInSeconds: TOKEN_SECONDS,
    now,
    knownAt: owner.requestedAt,
  })
}
