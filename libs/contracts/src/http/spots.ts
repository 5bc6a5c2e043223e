import { z } from 'zod/mini'
import { feedId, parkDate } from '../values.ts'

/** How many passes a day are sold for each park; null where nothing limits them. */
const dailyPassesPerPark = z.nullable(z.int().check(z.minimum(1)))
const left = z.int().check(z.minimum(0))

/** `GET /api/billing/spots`: a park that is not named has all of its spots left. */
export const spotsToday = z.object({
  dailyPassesPerPark,
  parks: z.array(z.object({ parkId: feedId, left })),
})
export type SpotsToday = z.output<typeof spotsToday>

/** `GET /api/billing/spots/:parkId`: a day that is not named has all of its spots left. */
export const parkSpots = z.object({ dailyPassesPerPark, days: z.array(z.object({ date: parkDate, left })) })
export type ParkSpots = z.output<typeof parkSpots>
