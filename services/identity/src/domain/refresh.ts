/** What presenting a refresh token does to its family. */
export type RefreshDecision = 'rotate' | 'repeat' | 'reuse'

/**
 * The newest token is replaced. The one before it is answered with the newest: its answer was lost, or two tabs
 * refreshed at once. An older one has been copied, and its two holders cannot be told apart.
 */
export function decideRefresh(presented: number, newest: number): RefreshDecision {
  if (presented === newest) return 'rotate'
  return presented === newest - 1 ? 'repeat' : 'reuse'
}
