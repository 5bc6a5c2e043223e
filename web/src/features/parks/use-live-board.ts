import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { toAnswer, type Connection } from '../../lib/follow-stream.ts'
import { applyMessage, type Board } from './board.ts'
import { findKeptBoard, keepBoard } from './kept-board.ts'
import { followBoard } from './live-stream.ts'
import { boardQuery, WAITS, type BoardShape } from './queries.ts'

export type LiveBoard = {
  board: Board | undefined
  /**
   * With a board, `offline` and `away` mean that it is the last known one; without, that nothing could be loaded. This device has
   * no network, or it has and our server does not answer.
   */
  connection: 'connecting' | Connection
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
    return followAndKeep({ queryClient, parkId, shape }, (now) =>
      setReached({ parkId, attempt, connection: now }),
    )
  }, [queryClient, parkId, attempt, shape])

  const refresh = useCallback(() => setAttempt((count) => count + 1), [])
  return { board, connection, refresh, isRefreshing: attempt > 0 && reached.attempt !== attempt }
}

type Followed = { queryClient: QueryClient; parkId: string; shape: BoardShape }

/** Follows a board into the query cache, and keeps it for a visit without a signal. Returns how to stop. */
function followAndKeep(
  { queryClient, parkId, shape }: Followed,
  onConnection: (connection: Connection) => void,
): () => void {
  const query = boardQuery(parkId, shape)
  let last: Connection | 'stopped'
  const show = (change: (known: Board | undefined) => Board | undefined) =>
    queryClient.setQueryData<Board>(query.queryKey, change)

  /** The board of an earlier visit comes before the words that there is no connection, and never in place of a newer one. */
  async function reach(connection: Connection): Promise<void> {
    last = connection
    if (isLost(connection)) {
      const kept = await findKeptBoard(parkId, shape.message)
      if (last !== connection) return
      show((known) => known ?? kept)
    }
    onConnection(connection)
  }

  const stop = followBoard(parkId, {
    message: shape.message,
    receive(kind, message) {
      const board = show((known) => applyMessage(known, kind, message))
      if (board) void keepBoard(parkId, board)
    },
    ask: () =>
      toAnswer(
        queryClient.fetchQuery({ ...query, staleTime: 0 }).then((board) => void keepBoard(parkId, board)),
      ),
    onConnection: (connection) => void reach(connection),
  })
  return () => {
    last = 'stopped'
    stop()
  }
}

/** True if the page shows the last known board. */
export const isLost = (connection: LiveBoard['connection']) =>
  connection === 'offline' || connection === 'away'
