import type { Cache } from '@walkon/service/cache'
import type { Log } from '@walkon/service/log'
import { boardChannel, boardKey, encodeUpdate, type Update } from '../../domain/board-update.ts'
import { changedRides, toMessage, type Board } from '../../domain/board.ts'

/** Longer than any pause between polls. After it the board is rebuilt from the database. */
const KEPT_SECONDS = 3_600

/** Stores the board in the cache, then publishes the change there. A cache that is unreachable does not stop polling. */
export async function publishBoard(
  cache: Cache,
  before: Board | undefined,
  board: Board,
  log: Log,
): Promise<void> {
  const rides = changedRides(before, board)
  const update: Update = {
    after: before?.readAt.toISOString() ?? null,
    readAt: board.readAt.toISOString(),
    message: rides && toMessage(board, rides),
  }
  const given = await Promise.allSettled([
    cache.set(boardKey(board.parkId), toMessage(board, board.rides.values()), KEPT_SECONDS),
    // A cache that refuses writes still passes messages on.
    cache.publish(boardChannel(board.parkId), encodeUpdate(update)),
  ])
  const failed = given.find((outcome) => outcome.status === 'rejected')
  if (failed) log.warn({ err: failed.reason, parkId: board.parkId }, 'board not stored')
}
