import type { LiveStreamMessage } from '@walkon/contracts/http/parks'
import { toBlock, type ServerSentEvent } from './event-blocks.ts'

/** The state that the events of a stream amount to so far: a viewer who joins later gets it first. */
export type Snapshot = {
  apply(event: ServerSentEvent): void
  /** Null until the stream has said enough. */
  read(): Buffer | null
}

/** The board with all its changes. The changes are applied when a viewer asks, and once for all viewers. */
export function boardSnapshot(): Snapshot {
  let board: LiveStreamMessage | null = null
  let changes: LiveStreamMessage[] = []
  let block: Buffer | null = null

  return {
    apply({ event, data }) {
      const message: LiveStreamMessage = JSON.parse(data)
      block = null
      if (event === 'board') {
        board = message
        changes = []
      } else if (event === 'rides') {
        changes.push(message)
        // A park without late viewers: the changes of an hour would be kept apart.
        if (changes.length > MOST_CHANGES) fold()
      }
    },
    read() {
      fold()
      if (board) block ??= Buffer.from(toBlock({ event: 'board', data: JSON.stringify(board) }))
      return block
    },
  }

  function fold(): void {
    if (board) board = changes.reduce(withChanges, board)
    changes = []
  }
}

const MOST_CHANGES = 30

/** The same rule as the page's: a ride that the board does not have is added at its end. */
function withChanges(board: LiveStreamMessage, change: LiveStreamMessage): LiveStreamMessage {
  const changed = new Map(change.rides.map((ride) => [ride.rideId, ride]))
  const kept = board.rides.map((ride) => changed.get(ride.rideId) ?? ride)
  const knownIds = new Set(board.rides.map(({ rideId }) => rideId))
  return { ...change, rides: [...kept, ...change.rides.filter(({ rideId }) => !knownIds.has(rideId))] }
}

/** For a stream whose first event says all that a viewer must know: the rest is news of the moment. */
export function firstEventSnapshot(): Snapshot {
  let block: Buffer | null = null
  return {
    apply(event) {
      block ??= Buffer.from(toBlock(event))
    },
    read: () => block,
  }
}
