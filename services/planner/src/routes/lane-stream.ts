import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import type { LaneStreams } from '../http/lane-streams.ts'

/** Says that parks were read, and nothing of what they offer: one stream is shared by all visitors, who have no key in common. */
export async function laneStreamRoutes(app: HttpApp, { streams }: { streams: LaneStreams }): Promise<void> {
  app.get(
    '/lightning-lane/readings/stream',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Follow which parks are read',
        operationId: 'streamLaneReadings',
        tags: ['lightning-lane'],
        success: 'Server-sent events: `readings` with the ids of the parks whose offers were read again.',
        response: {
          200: { content: { 'text/event-stream': { schema: z.string() } } },
          ...problems('unavailable'),
        },
      },
      // A HEAD request would hold an empty stream open.
      exposeHeadRoute: false,
    },
    (_request, reply) => {
      streams.open(reply.raw)
      reply.hijack()
    },
  )
  // preClose runs before the server waits for its connections to end.
  app.addHook('preClose', () => streams.close())
}
