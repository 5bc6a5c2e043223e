import type { Board } from './board.ts'
import type { BoardShape } from './queries.ts'

/**
 * The last board of each park that was looked at, for a visit without a signal. The same for everyone, so it outlives the visit. A
 * browser that stores nothing, as on an insecure address, has none.
 */
export const KEPT_BOARDS = 'boards'

const addressOf = (parkId: string) => `/boards/${encodeURIComponent(parkId)}`

export async function keepBoard(parkId: string, board: Board): Promise<void> {
  try {
    const cache = await caches.open(KEPT_BOARDS)
    await cache.put(addressOf(parkId), Response.json({ parkId, ...board }))
  } catch {
    // The board is shown all the same.
  }
}

export async function findKeptBoard(
  parkId: string,
  message: BoardShape['message'],
): Promise<Board | undefined> {
  try {
    const cache = await caches.open(KEPT_BOARDS)
    const kept = await cache.match(addressOf(parkId))
    return kept && message.parse(await kept.json())
  } catch {
    return undefined
  }
}
