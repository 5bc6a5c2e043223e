import { rideHistory } from '@walkon/contracts/http/parks'
import { parkDate } from '@walkon/contracts/values'
import type { Database } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { findAttraction, listObservations } from '../db/history.ts'
import { parkDayAt, parkDayOf } from '../domain/park-day.ts'
import { pathId } from '../live/requested-park.ts'

export type HistoryDeps = { db: Database; retentionDays: number; now: () => Date }

export async function rideHistoryRoutes(
  app: HttpApp,
  { db, retentionDays, now }: HistoryDeps,
): Promise<void> {
  app.get(
    '/attractions/:rideId/history',
    {
      config: { access: 'public' },
      schema: {
        params: z.object({ rideId: pathId }),
        querystring: z.object({ date: parkDate.optional() }),
        response: { 200: rideHistory },
      },
    },
    async (request, reply) => {
      const attraction = await findAttraction(db, request.params.rideId)
      if (!attraction) throw notFound('attraction')
      const { timezone, ...ride } = attraction
      const today = parkDayAt(now(), timezone)
      const day = request.query.date ? parkDayOf(request.query.date, timezone) : today
      const daysAgo = (today.startsAt.getTime() - day.startsAt.getTime()) / 86_400_000
      if (day.date > today.date || daysAgo > retentionDays) {
        throw new AppError(422, 'date-out-of-range', `Waits are kept for ${retentionDays} days`)
      }
      const observations = await listObservations(db, ride.rideId, day)
      reply.header('cache-control', 'public, max-age=30')
      return {
        ...ride,
        timezone,
        date: day.date,
        observations: observations.map(({ observedAt, ...reading }) => ({
          observedAt: observedAt.toISOString(),
          ...reading,
        })),
      }
    },
  )
}
