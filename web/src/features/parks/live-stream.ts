import type { LiveBoardMessage } from '@walkon/contracts/http/live-queues'
import type { Shape } from '../../lib/api.ts'
import { followStream, type Stream } from '../../lib/follow-stream.ts'

export type BoardListener = Pick<Stream, 'ask' | 'onConnection'> & {
  /** The fields of a message that the page reads. */
  message: Shape<LiveBoardMessage>
  receive: (kind: 'board' | 'rides', message: LiveBoardMessage) => void
}

const KINDS = ['board', 'rides'] as const

/** Follows the board of a park: as a stream where that works, else by asking once in a while. Returns how to stop. */
export function followBoard(parkId: string, { message, receive, ...listener }: BoardListener): () => void {
  return followStream({
    ...listener,
    url: `/api/parks/${encodeURIComponent(parkId)}/live/stream`,
    events: KINDS,
    receive(event, data) {
      const kind = KINDS.find((each) => each === event)
      const said = toMessage(message, data)
      if (kind && said) receive(kind, said)
      return said !== undefined
    },
  })
}

function toMessage(shape: Shape<LiveBoardMessage>, data: string): LiveBoardMessage | undefined {
  try {
    return shape.parse(JSON.parse(data))
  } catch {
    return undefined
  }
}
