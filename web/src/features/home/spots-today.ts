import { spotsToday, type SpotsToday } from '@walkon/contracts/http/spots'
import { request } from '../../lib/api.ts'

/** Apart from its query: loaded only where billing limits the passes of a day. */
export const listSpotsToday = (signal: AbortSignal): Promise<SpotsToday> =>
  request(spotsToday, '/billing/spots', { signal })
