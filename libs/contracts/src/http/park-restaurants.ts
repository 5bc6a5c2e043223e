import { z } from 'zod/mini'
import { walkUpTable } from '../values.ts'
import { placeReadings } from './park-day.ts'
import { parkPlace } from './parks.ts'

/** `GET /api/parks/:parkId/restaurants`, by name */
export const parkRestaurants = z.object({
  ...placeReadings,
  restaurants: z.array(
    z.extend(parkPlace, {
      /** True if walk-up tables were seen in the last seven days. Few parks publish them. */
      hasWalkUpList: z.boolean(),
      /** The party sizes that are offered now; null if nothing is known, as in a closed park. */
      tables: z.nullable(z.array(walkUpTable)),
    }),
  ),
})
