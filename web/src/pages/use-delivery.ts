import { useQuery } from '@tanstack/react-query'
import { devicesQuery } from '../features/push/queries.ts'
import type { Delivery } from '../features/subscriptions/card-status.ts'
import type { Preferences } from '../features/subscriptions/preferences.ts'
import { waysQuery } from '../features/ways/queries.ts'
import { isLost } from '../lib/after-failure.ts'
import type { Caller } from '../lib/api.ts'

/** The facts that decide if the caller's alerts come: the one source of each page that says that rides are watched. */
export function useDelivery(caller: Caller, { query }: Preferences, now: Date): Delivery {
  const ways = useQuery(waysQuery(caller))
  const devices = useQuery(devicesQuery(caller))
  const isUnknown = [query, ways, devices].some(isLost)
  return { ways: ways.data, devices: devices.data, preferences: query.data, isUnknown, now }
}
