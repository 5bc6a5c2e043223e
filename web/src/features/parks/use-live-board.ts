import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { applyMessage, type Board } from './board.ts'
import { followBoard } from './live-stream.ts'
import { boardQuery, WAITS } from './queries.ts'

export type LiveBoard = {
  board: Board | undefined
  /**
   * With a board, `offline` and `away` mean that it is the last known one; without, that nothing could be loaded. This device has
   * no network, or it has and our server does not answer.
   */
  connection: 'connecting' | 'live' | 'polling' | 'offline' | 'away'
  /** Requests the board again, now. */
  refresh: () => void
  isRefreshing: boolean
}

/** The live board of a park, for as long as it is looked at. Without a park it waits for one. `shape` stays the same between renders. */
export function useLiveBoard(parkId: string | undefined, shape = WAITS): LiveBoard {
  const queryClient = useQueryClient()
  const { data: board } = useQuery({ ...boardQuery(parkId ?? 'none', shape), enabled: false })
  const [attempt, setAttempt] = useState(0)
  const [reached, setReached] = useState({
    parkId,
    attempt,
    connection: 'connecting' as LiveBoard['connection'],
  })
  // A park just chosen has no connection yet: `reached` is about the park before it.
  const connection = reached.parkId === parkId ? reached.connection : 'connecting'

  useEffect(() => {
    if (!parkId) return undefined
    const query = boardQuery(parkId, shape)
    return followBoard(parkId, {
      message: shape.message,
      receive: (kind, message) =>
        queryClient.setQueryData<Board>(query.queryKey, (known) => applyMessage(known, kind, message)),
      poll: () =>
        queryClient.fetchQuery({ ...query, staleTime: 0 }).then(
          () => true,
          () => false,
        ),
      onConnection: (now) => setReached({ parkId, attempt, connection: now }),
    })
  }, [queryClient, parkId, attempt, shape])

  const refresh = useCallback(() => setAttempt((count) => count + 1), [])
  return { board, connection, refresh, isRefreshing: attempt > 0 && reached.attempt !== attempt }
}
