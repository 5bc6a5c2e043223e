import { parkShows } from '@walkon/contracts/http/park-day'
import { parkRestaurants } from '@walkon/contracts/http/park-restaurants'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { getPark, parkParams } from '../http/requested-park.ts'
import type { Directory } from '../use-cases/catalogue/read-directory.ts'
import { showRestaurants, showShows, type PlacesDeps } from '../use-cases/catalogue/show-places.ts'

/** Half of the shortest pause between two polls. */
const CACHE_CONTROL = 'public, max-age=30'

export async function placeRoutes(
  app: HttpApp,
  { directory, ...deps }: PlacesDeps & { directory: Directory },
): Promise<void> {
  app.get(
    '/:parkId/shows',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the shows of a park and their times',
        operationId: 'readParkShows',
        tags: ['parks'],
        success: 'The shows by name, with their times of today and later.',
        params: parkParams,
        response: { 200: parkShows, ...problems('park-not-found') },
      },
    },
    async (request, reply) => {
      const shows = await showShows(deps, await getPark(directory, request.params.parkId))
      reply.header('cache-control', CACHE_CONTROL)
      return shows
    },
  )

  app.get(
    '/:parkId/restaurants',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the restaurants of a park and their walk-up tables',
        operationId: 'readParkRestaurants',
        tags: ['parks'],
        success: 'The restaurants by name, with the tables that they offer now.',
        params: parkParams,
        response: { 200: parkRestaurants, ...problems('park-not-found') },
      },
    },
    async (request, reply) => {
      const restaurants = await showRestaurants(deps, await getPark(directory, request.params.parkId))
      reply.header('cache-control', CACHE_CONTROL)
      return restaurants
    },
  )
}
