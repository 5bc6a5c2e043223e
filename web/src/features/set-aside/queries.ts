import { queryOptions } from '@tanstack/react-query'
import { replayOutcome, setAsideEvents, type SetAsideEvent } from '@walkon/contracts/http/provider-events'
import { request, type Caller } from '../../lib/api.ts'

/** The services that hear providers, by the last part of their address. */
const LISTENERS = ['billing', 'notifications'] as const
type Listener = (typeof LISTENERS)[number]

export type AsideEvent = SetAsideEvent & { listener: Listener }

export const setAsideQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['set-aside', caller.key],
    queryFn: async (): Promise<AsideEvent[]> => {
      const lists = await Promise.all(
        LISTENERS.map(async (listener) => {
          const events = await request(setAsideEvents, `/${listener}/provider-events`, { caller })
          return events.map((event) => ({ ...event, listener }))
        }),
      )
      return lists.flat()
    },
  })

export const replay = (
  caller: Caller,
  { listener, position }: AsideEvent,
  body: { isDryRun: boolean; reason: string },
) =>
  request(replayOutcome, `/${listener}/provider-events/${position}/replay`, {
    method: 'POST',
    body,
    caller,
  })
