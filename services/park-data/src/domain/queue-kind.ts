import type { LiveRow } from './live-row.ts'

/**
 * Tells if an attraction has a queue. Castles, splash pads and street railways are ATTRACTIONs of the feed too. They operate all day
 * without a queue and are not shown on a board of waits.
 */
export const QUEUE_KINDS = ['queue', 'none', 'unknown'] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

/** An attraction that once had a queue counts as one with a queue: the feed drops the queue during a refurbishment. */
export function toQueueKind(
  known: QueueKind,
  { hasQueue, status }: Pick<LiveRow, 'hasQueue' | 'status'>,
): QueueKind {
  if (known === 'queue' || hasQueue) return 'queue'
  return status === 'OPERATING' ? 'none' : known
}
