import { liveBoardWithQueues } from '@walkon/contracts/http/live-queues'
import { READ_AT_HEADER, STALE_HEADER } from '@walkon/contracts/http/parks'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import type { BoardStreams } from '../http/board-stream.ts'
import { getPark, parkParams } from '../http/requested-park.ts'
import type { Viewers } from '../use-cases/polling/note-viewers.ts'
import type { BoardReader } from '../use-cases/board/read-board.ts'
import type { Directory } from '../use-cases/catalogue/read-directory.ts'

export type LiveDeps = { directory: Directory; boards: BoardReader; streams: BoardStreams; viewers: Viewers }

const CACHE_CONTROL = 'public, max-age=1'

const EMPTY = Buffer.alloc(0)
const UNCHANGED = z.null().describe('The board has not changed since the `ETag` of the request.')

export async function liveBoardRoutes(app: HttpApp, deps: LiveDeps): Promise<void> {
  const { directory, boards, streams, viewers } = deps

  app.get(
    '/:parkId/live',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the wait times of a park',
        operationId: 'readLiveBoard',
        tags: ['live-boards'],
        success: 'The attractions of the park with status and wait; headers say when the feed was read.',
        params: parkParams,
        response: { 200: liveBoardWithQueues, 304: UNCHANGED, ...problems('park-not-found') },
      },
    },
    async (request, reply) => {
      const park = await getPark(directory, request.params.parkId)
      viewers.note(park.destinationId)
      const board = await boards.read(park)
      if (board.readAt !== null) reply.header(READ_AT_HEADER, board.readAt)
      reply
        .header(STALE_HEADER, String(board.isStale))
        .header('cache-control', CACHE_CONTROL)
        .header('etag', board.etag)
      reply.type('application/json; charset=utf-8')
      const isHeld = isKnown(request.headers['if-none-match'], board.etag)
      return sendBytes(reply, isHeld ? 304 : 200, isHeld ? EMPTY : board.body)
    },
  )

  app.get(
    '/:parkId/live/stream',
    // A HEAD request would hold an empty stream open.
    {
      config: { access: 'public' },
      schema: {
        summary: 'Follow the wait times of a park',
        operationId: 'streamLiveBoard',
        tags: ['live-boards'],
        success: 'Server-sent events: `board` with all attractions, then `rides` with those that changed.',
        params: parkParams,
        response: {
          200: { content: { 'text/event-stream': { schema: z.string() } } },
          ...problems('park-not-found'),
        },
      },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const park = await getPark(directory, request.params.parkId)
      await streams.open(park, reply.raw)
      reply.hijack()
    },
  )
  // preClose runs before the server waits for its connections to end.
  app.addHook('preClose', () => streams.close())
}

/** The board is sent as bytes, past the serialiser. Tests compare them with the schema. */
function sendBytes(reply: { code(status: 200): { send(rides: []): unknown } }, status: number, body: Buffer) {
  return reply.code(status as 200).send(body as unknown as []) as never
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
}
