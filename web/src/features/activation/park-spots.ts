import { parkSpots, type ParkSpots } from '@walkon/contracts/http/spots'
import { request } from '../../lib/api.ts'

/** Apart from its query: loaded only where billing limits the passes of a day. */
export const listParkSpots = (parkId: string, signal: AbortSignal): Promise<ParkSpots> =>
  request(parkSpots, `/billing/spots/${parkId}`, { signal })
