import { object, string } from 'zod/mini'
import { queryOptions } from '@tanstack/react-query'
import { KEPT_BOARDS } from './kept-board.ts'

const lookedAt = object({ parkId: string(), readAt: string() })

/** The park whose board this device looked at last; null where none is kept. It needs no signal. */
export const lastParkQuery = queryOptions({
  queryKey: ['last-park'],
  networkMode: 'always',
  queryFn: () => findLastParkId().catch(() => null),
})

async function findLastParkId(): Promise<string | null> {
  const cache = await caches.open(KEPT_BOARDS)
  const kept = await Promise.all(
    (await cache.matchAll()).map(async (board) => lookedAt.parse(await board.json())),
  )
  return kept.toSorted((one, other) => other.readAt.localeCompare(one.readAt))[0]?.parkId ?? null
}
