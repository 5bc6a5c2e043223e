import { rideHistory } from '@walkon/contracts/http/ride-history'
import { rideStatistics } from '@walkon/contracts/http/ride-statistics'
import { rideUsualWaits } from '@walkon/contracts/http/usual-waits'
import { problems } from '@walkon/contracts/http/problem'
import { parkDate } from '@walkon/contracts/values'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { pathId } from '../http/requested-park.ts'
import { showRideHistory, type HistoryDeps } from '../use-cases/history/show-ride-history.ts'
import { showRideStatistics } from '../use-cases/history/show-ride-statistics.ts'
import { showUsualWaits } from '../use-cases/history/show-usual-waits.ts'

export async function rideHistoryRoutes(app: HttpApp, deps: HistoryDeps): Promise<void> {
  app.get(
    '/attractions/:rideId/history',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the wait times of an attraction on one day',
        operationId: 'readAttractionHistory',
        tags: ['attractions'],
        success: 'The posted waits and states of the day, oldest first.',
        params: z.object({ rideId: pathId }),
        querystring: z.object({ date: z.optional(parkDate) }),
        response: { 200: rideHistory, ...problems('attraction-not-found', 'date-out-of-range') },
      },
    },
    async (request, reply) => {
      const history = await showRideHistory(deps, request.params.rideId, request.query.date)
      reply.header('cache-control', 'public, max-age=30')
      return history
    },
  )

  app.get(
    '/attractions/:rideId/usual',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the usual wait times of an attraction',
        operationId: 'readAttractionUsualWaits',
        tags: ['attractions'],
        success: 'What was posted at each hour of weekdays and weekends, and how often.',
        params: z.object({ rideId: pathId }),
        response: { 200: rideUsualWaits, ...problems('attraction-not-found') },
      },
    },
    async (request, reply) => {
      const usual = await showUsualWaits(deps, request.params.rideId)
      reply.header('cache-control', 'public, max-age=300')
      return usual
    },
  )

  app.get(
    '/attractions/:rideId/statistics',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read when an attraction is short, and how reliable it is',
        operationId: 'readAttractionStatistics',
        tags: ['attractions'],
        success: 'Usual waits with their spread, the best hours, breakdowns and the last seven days.',
        params: z.object({ rideId: pathId }),
        response: { 200: rideStatistics, ...problems('attraction-not-found') },
      },
    },
    async (request, reply) => {
      const statistics = await showRideStatistics(deps, request.params.rideId)
      reply.header('cache-control', 'public, max-age=60')
      return statistics
    },
  )
}
