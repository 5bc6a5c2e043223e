import { useQuery } from '@tanstack/react-query'
import { lastParkQuery } from '../features/parks/last-park.ts'
import { subscriptionsQuery } from '../features/subscriptions/queries.ts'
import type { Caller } from '../lib/api.ts'

/**
 * The park of a page: the one its address names, else the one of a running pass. Without both, the one whose rides were chosen here
 * without a pass, else the last one on this device. A list of passes that cannot be loaded names none. Undefined while it is not known,
 * null if there is none.
 */
export function useParkOfPage(
  caller: Caller | null,
  askedId: string | null,
  draftId: string | null = null,
): string | null | undefined {
  const last = useQuery(lastParkQuery)
  const passes = useQuery({ ...subscriptionsQuery(caller), enabled: caller !== null && askedId === null })
  if (askedId !== null) return askedId
  const ofPass = passes.data?.find(({ state }) => state !== 'ended')?.parkId
  if (ofPass !== undefined) return ofPass
  if (last.isPending || (caller !== null && passes.isPending)) return undefined
  return draftId ?? last.data ?? null
}
