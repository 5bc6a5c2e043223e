/** The effect of a presented refresh token on its family. */
export type RefreshDecision = 'rotate' | 'repeat' | 'replace' | 'reuse'

/** The number of the newest token, the number that was presented for it, and when. */
export type RefreshFamily = { newest: number; parent: number; rotatedAt: Date }

/** Within this time two tabs that refresh at once, or a client that retries, get the same token. */
const REPEAT_MS = 60_000

/**
 * The newest token is replaced. Its parent is answered with the newest for a minute: two tabs refreshed at once. Later it
 * gets a new successor: either the answer was lost, or another holder has the newest, which is dead from then on. Every
 * other token has been copied, and its two holders cannot be told apart.
 */
export function decideRefresh(
  presented: number,
  { newest, parent, rotatedAt }: RefreshFamily,
  now: Date,
): RefreshDecision {
  if (presented === newest) return 'rotate'
  if (presented !== parent) return 'reuse'
  return now.getTime() - rotatedAt.getTime() <= REPEAT_MS ? 'repeat' : 'replace'
}
