import { parkView } from '@walkon/contracts/http/parks'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { parkDayAt } from '@walkon/service/park-day'
import { isParkOpen } from '../domain/park-open.ts'
import { getPark, parkParams } from '../http/requested-park.ts'
import type { Directory } from '../use-cases/catalogue/read-directory.ts'
import { placesOf } from '../use-cases/catalogue/show-places.ts'

export async function parkRoutes(
  app: HttpApp,
  deps: { directory: Directory; now: () => Date },
): Promise<void> {
  const { directory, now } = deps
  app.get(
    '/:parkId',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read a park, its opening hours of today, its restaurants and its shows',
        operationId: 'readPark',
        tags: ['parks'],
        success: "The park, with today's hours in its own time zone.",
        params: parkParams,
        response: { 200: parkView, ...problems('park-not-found') },
      },
    },
    async (request, reply) => {
      const park = await getPark(directory, request.params.parkId)
      const at = now()
      const { date } = parkDayAt(at, park.timezone)
      reply.header('cache-control', 'public, max-age=30, stale-while-revalidate=300')
      return {
        id: park.id,
        name: park.name,
        destinationId: park.destinationId,
        destinationName: park.destinationName,
        timezone: park.timezone,
        date,
        hours: park.openings
          .filter((opening) => opening.date === date)
          .map(({ type, opensAt, closesAt }) => ({
            type,
            opensAt: opensAt.toISOString(),
            closesAt: closesAt.toISOString(),
          })),
        isOpen: isParkOpen(park.vote, park.openings, at),
        mayAlert: park.mayAlert,
        restaurants: placesOf(park, 'restaurant'),
        shows: placesOf(park, 'show'),
      }
    },
  )
}
