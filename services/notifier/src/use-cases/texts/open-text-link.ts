import type { Database } from '@walkon/service/database'
import { hashToken } from '@walkon/service/link-tokens'
import type { SealedTokens } from '@walkon/service/sealed-tokens'
import { findTextOfLink } from '../../db/deliveries/deliveries.ts'
import { inTellingOrder } from '../../domain/alert-words.ts'

/** The link itself works as long as its delivery is kept. */
const TOKEN_SECONDS = 86_400

/** The target of a text: the ride that it names first, if it names one. And the key that opens it there. */
export type OpenedLink = { token: string; parkId: string; rideId: string | null }

/**
 * A key to the alerts that the text named, of their park alone. A number proves no mailbox, so it opens the alerts sold with it and nothing
 * else of the address. `of-no-alert` for a text that is about none, as a question is: its number may be a stranger's. Null for an unknown
 * code.
 */
export async function openTextLink(
  db: Database,
  manageTokens: SealedTokens,
  code: string,
  now: Date,
): Promise<OpenedLink | 'of-no-alert' | null> {
  const text = await findTextOfLink(db, hashToken(code))
  if (text === null || text === 'of-no-alert') return text
  const { email, requestedAt: knownAt, parkId, rides } = text
  const [lead] = inTellingOrder(rides)
  const token = await manageTokens.seal(email, { expiresInSeconds: TOKEN_SECONDS, now, knownAt, parkId })
  return { token, parkId, rideId: lead?.rideId ?? null }
}
