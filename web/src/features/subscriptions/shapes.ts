import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { array, boolean, enum as oneOf, nullable, number, object, string } from 'zod/mini'
import type { Shape } from '../../lib/api.ts'

/** The contract's shapes in zod/mini, held to it by their types (see features/parks/shapes.ts for why). */

const watch = object({
  rideId: string(),
  rideName: string(),
  active: boolean(),
  thresholdMinutes: number(),
  onReopen: boolean(),
  nextAlertAt: nullable(string()),
})

export const subscription = object({
  id: string(),
  parkId: string(),
  parkName: string(),
  timezone: string(),
  active: boolean(),
  state: oneOf(['scheduled', 'active', 'stopped', 'ended']),
  startDate: string(),
  endDate: string(),
  dates: array(string()),
  windows: array(object({ startsAt: string(), endsAt: string() })),
  channels: array(oneOf(['email', 'sms', 'push'])),
  allRidesEnabled: boolean(),
  watches: array(watch),
}) satisfies Shape<SubscriptionView>

export const subscriptions = array(subscription)
