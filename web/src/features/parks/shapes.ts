import type { DestinationView, LiveRide, LiveStreamMessage, ParkView } from '@walkon/contracts/http/parks'
import { array, boolean, enum as oneOf, nullable, number, object, string, tuple } from 'zod/mini'
import type { Shape } from '../../lib/api.ts'

/**
 * What the home page reads of park-data, checked with zod/mini: the schemas of the contracts themselves bring
 * 26 kB of zod, more than the whole page. Their types hold these to the contract, and shapes.test.ts compares them.
 */

const timezone = string()

export const destinations = array(
  object({
    id: string(),
    name: string(),
    slug: nullable(string()),
    parks: array(object({ id: string(), name: string(), timezone })),
  }),
) satisfies Shape<DestinationView[]>

export const park = object({
  id: string(),
  name: string(),
  destinationId: string(),
  destinationName: string(),
  timezone,
  date: string(),
  hours: array(
    object({
      type: oneOf(['OPERATING', 'TICKETED_EVENT', 'EXTRA_HOURS']),
      opensAt: string(),
      closesAt: string(),
    }),
  ),
  isOpen: boolean(),
}) satisfies Shape<ParkView>

const ride = object({
  rideId: string(),
  name: string(),
  status: oneOf(['OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT', 'UNKNOWN']),
  waitMinutes: nullable(number()),
  changedAt: nullable(string()),
  previousWaitMinutes: nullable(number()),
  usualMinutes: nullable(number()),
  today: array(tuple([number(), nullable(number())])),
  popularity: number(),
}) satisfies Shape<LiveRide>

export const rides = array(ride) satisfies Shape<LiveRide[]>

export const streamMessage = object({
  parkId: string(),
  readAt: string(),
  isStale: boolean(),
  rides,
}) satisfies Shape<LiveStreamMessage>
