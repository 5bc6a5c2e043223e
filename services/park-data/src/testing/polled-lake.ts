import { liveBoardWithQueues } from '@walkon/contracts/http/live-queues'
import { NORTH, type rideRow } from './sample-feed.ts'
import type { World } from './world.ts'

/** A test's changes in the feed of the lake resort, and the results of its polls. */
export const atLake = (getWorld: () => World) => ({
  /** The latest reading of each ride since the last look, beside what its event says of the park. */
  observed: async () => {
    const readings = (await getWorld().takePolls()).flatMap(({ rides, ...park }) =>
      rides.map((ride) => [ride.rideId, { ...park, ...ride }] as const),
    )
    return Object.fromEntries(readings)
  },

  board: async (parkId = NORTH) => {
    const response = await getWorld().app.inject(`/${parkId}/live`)
    return { rides: liveBoardWithQueues.parse(response.json()), headers: response.headers }
  },

  /** Changes a ride's row in the feed from now on. */
  show: (row: ReturnType<typeof rideRow>, park: 0 | 1 = 0) => {
    const { live } = getWorld().resort.parks[park]
    const index = live.findIndex(({ id }) => id === row['id'])
    if (index === -1) live.push(row)
    else live[index] = row
  },

  hide: (rideId: string, park: 0 | 1 = 0) => {
    const { live } = getWorld().resort.parks[park]
    live.splice(
      live.findIndex(({ id }) => id === rideId),
      1,
    )
  },
})
