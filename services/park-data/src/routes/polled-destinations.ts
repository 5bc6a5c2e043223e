import { pollList } from '@walkon/contracts/http/system'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { listPolledDestinations } from '../db/polled-destinations.ts'

/** Read from the table, so that any replica answers: only the one that polls has `poll_age_seconds`. */
export async function polledDestinationRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  app.get(
    '/system/polls',
    {
      config: { access: 'support' },
      schema: {
        summary: 'List when each destination was last read',
        operationId: 'listPolls',
        tags: ['system'],
        success: 'The destinations of the feed, the one that was read longest ago first.',
        response: { 200: pollList },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      const destinations = await listPolledDestinations(db)
      return destinations.map(({ readAt, ...destination }) => ({
        ...destination,
        readAt: readAt === null ? null : new Date(readAt).toISOString(),
      }))
    },
  )
}
