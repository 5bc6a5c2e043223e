import { destinationList } from '@walkon/contracts/http/parks'
import type { HttpApp } from '@walkon/service/http'
import type { Directory } from '../use-cases/catalogue/read-directory.ts'

export async function destinationRoutes(
  app: HttpApp,
  { directory }: { directory: Directory },
): Promise<void> {
  app.get(
    '/destinations',
    {
      config: { access: 'public' },
      schema: {
        summary: 'List the destinations and their parks',
        operationId: 'listDestinations',
        tags: ['destinations'],
        success: 'The destinations with parks, popular ones first.',
        response: { 200: destinationList },
      },
    },
    async (_request, reply) => {
      const destinations = await directory.listDestinations()
      const isWhole = await directory.isWhole()
      reply.header('cache-control', isWhole ? 'public, max-age=60, stale-while-revalidate=600' : 'no-store')
      return destinations.map(({ id, name, slug, parks }) => ({
        id,
        name,
        slug,
        parks: parks.map((park) => ({ id: park.id, name: park.name, timezone: park.timezone })),
      }))
    },
  )
}
