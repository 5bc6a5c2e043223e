import { notificationOffers, type NotificationOffers } from '@walkon/contracts/http/offers'
import type { HttpApp } from '@walkon/service/http'

/** `GET /offers`: what the providers of messages allow. The gateway caches one answer for all visitors for a minute. */
export async function offerRoutes(app: HttpApp, offers: NotificationOffers): Promise<void> {
  app.get(
    '/offers',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read what messages are offered',
        operationId: 'readMessageOffers',
        tags: ['offers'],
        success: 'Whether the newsletter and texts are offered.',
        response: { 200: notificationOffers },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      return offers
    },
  )
}
