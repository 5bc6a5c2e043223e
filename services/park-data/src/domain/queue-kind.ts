import type { LiveRow } from './live-row.ts'

/**
 * Whether an attraction is something one queues for. Castles, splash pads and street railways are ATTRACTIONs of the feed
 * too: they operate all day without any queue, and have no place on a board of waits.
 */
export type QueueKind = 'queue' | 'none' | 'unknown'

/** What has once had a queue keeps it in our eyes: rides lose theirs from the feed while they are refurbished. */
export function toQueueKind(
  known: QueueKind,
  { hasQueue, status }: Pick<LiveRow, 'hasQueue' | 'status'>,
): QueueKind {
  if (known === 'queue' || hasQueue) return 'queue'
  return status === 'OPERATING' ? 'none' : known
}

/** A ride that we have only ever seen closed or refurbished is shown: people look for it. */
export const belongsOnBoard = (kind: QueueKind) => kind !== 'none'
