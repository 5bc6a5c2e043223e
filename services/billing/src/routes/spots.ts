import { problems } from '@walkon/contracts/http/problem'
import { parkSpots, spotsToday } from '@walkon/contracts/http/spots'
import { soldDays } from '@walkon/contracts/http/system'
import { feedId } from '@walkon/contracts/values'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod/mini'
import type { Settings } from '../config.ts'
import { listParkSpots, listSoldDays, listSpotsToday } from '../use-cases/parks/list-spots.ts'

const CACHED = 'public, max-age=15'

/** How many passes are left to sell, where a setting limits them. Counts alone: nothing tells who bought. */
export async function spotRoutes(
  app: HttpApp,
  deps: { db: Database; settings: Settings; now: () => Date },
): Promise<void> {
  app.get(
    '/spots',
    {
      config: { access: 'public' },
      schema: {
        summary: "List today's spots of all parks",
        operationId: 'listSpotsToday',
        tags: ['spots'],
        success: 'The limit of a day, and what is left of it today at each park where passes are held.',
        response: { 200: spotsToday },
      },
    },
    (_request, reply) => {
      reply.header('cache-control', CACHED)
      return listSpotsToday(deps)
    },
  )

  app.get(
    '/spots/:parkId',
    {
      config: { access: 'public' },
      schema: {
        summary: "List a park's spots of the coming days",
        operationId: 'listParkSpots',
        tags: ['spots'],
        success: 'The limit of a day, and what is left of it on each day for which passes are held.',
        params: z.object({ parkId: feedId }),
        response: { 200: parkSpots, ...problems('park-not-found') },
      },
    },
    (request, reply) => {
      reply.header('cache-control', CACHED)
      return listParkSpots(deps, request.params.parkId)
    },
  )

  app.get(
    '/system/sold-days',
    {
      config: { access: 'support' },
      schema: {
        summary: "Count the passes of each park's coming days",
        operationId: 'listSoldDays',
        tags: ['system'],
        success: 'The limit of a day, and how many passes are held on each of the next 30 days.',
        response: { 200: soldDays },
      },
    },
    (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return listSoldDays(deps)
    },
  )
}
