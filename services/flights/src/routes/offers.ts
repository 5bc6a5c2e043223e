import { flightOffers } from '@walkon/contracts/http/offers'
import type { HttpApp } from '@walkon/service/http'

/** `GET /offers`: whether there are flights here. The gateway caches one answer for all visitors for a minute. */
export async function offerRoutes(app: HttpApp, { isOffered }: { isOffered: boolean }): Promise<void> {
  app.get(
    '/offers',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read whether flights are offered',
        operationId: 'readFlightOffers',
        tags: ['offers'],
        success: 'Whether this installation has a provider of fares.',
        response: { 200: flightOffers },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      return { flights: isOffered }
    },
  )
}
