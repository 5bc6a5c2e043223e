import { z } from 'zod/mini'
import { feedId, instant, parkDate, rideStatus } from '../values.ts'

/** `GET /api/parks/attractions/:rideId/history?date=` */
export const rideHistory = z.object({
  rideId: feedId,
  name: z.string(),
  parkId: feedId,
  timezone: z.string(),
  date: parkDate,
  observations: z.array(
    z.object({ observedAt: instant, status: rideStatus, waitMinutes: z.nullable(z.int()) }),
  ),
})
export type RideHistory = z.output<typeof rideHistory>
