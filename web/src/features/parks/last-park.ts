import { object, string } from 'zod/mini'
import { queryOptions } from '@tanstack/react-query'
import { KEPT_BOARDS } from './kept-board.ts'

const lookedAt = object({ parkId: string(), readAt: string() })

/** The park whose board this device looked at last; null where none is kept. It needs no signal. */
export const lastParkQuery = queryOptions({
  queryKey: ['last-park'],
  networkMode: 'always',
  // Each page reads it again: the visitor may have changed the park on another page.
  gcTime: 0,
  queryFn: () => findLastParkId().catch(() => null),
})

async function findLastParkId(): Promise<string | null> {
  const cache = await caches.open(KEPT_BOARDS)
  const kept = await Promise.all(
    (await cache.matchAll()).map(async (board) => lookedAt.parse(await board.json())),
  )
  // Parks of one poll share its instant; of these the cache has the last one kept at its end.
  return kept.toSorted((one, other) => one.readAt.localeCompare(other.readAt)).at(-1)?.parkId ?? null
}
