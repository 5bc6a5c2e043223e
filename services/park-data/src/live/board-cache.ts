import type { Cache } from '@walkon/service/cache'
import type { Log } from '@walkon/service/log'
import { changedRides, toMessage, type Board } from './board.ts'

/** Longer than any pause between polls; a board older than that is made again from the database. */
const KEPT_SECONDS = 3_600

export const boardKey = (parkId: string) => `park-data:board:${parkId}`

/** Where a park's changes are told: on this channel, as an `Update`. */
export const boardChannel = (parkId: string) => `park-data:board-updates:${parkId}`

/**
 * What changed since the reading `after`. Whoever has another reading than that has missed something and
 * takes the whole board; so does everybody when `message` is null.
 */
export type Update = { after: string | null; readAt: string; message: string | null }

/** The head line carries what the hub needs to know, so that nobody parses the rides. */
export const encodeUpdate = ({ message, ...head }: Update) => `${JSON.stringify(head)}\n${message ?? ''}`

export function decodeUpdate(text: string): Update {
  const end = text.indexOf('\n')
  const head: { after: string | null; readAt: string } = JSON.parse(text.slice(0, end))
  return { ...head, message: text.slice(end + 1) || null }
}

/** Stores the board, then tells who listens. A cache that is away is no reason to stop polling. */
export async function publishBoard(
  cache: Cache,
  before: Board | undefined,
  board: Board,
  log: Log,
): Promise<void> {
  try {
    await cache.set(boardKey(board.parkId), toMessage(board, board.rides.values()), KEPT_SECONDS)
    const rides = changedRides(before, board)
    const update: Update = {
      after: before?.readAt.toISOString() ?? null,
      readAt: board.readAt.toISOString(),
      message: rides && toMessage(board, rides),
    }
    await cache.publish(boardChannel(board.parkId), encodeUpdate(update))
  } catch (error) {
    log.warn({ err: error, parkId: board.parkId }, 'board not stored')
  }
}
