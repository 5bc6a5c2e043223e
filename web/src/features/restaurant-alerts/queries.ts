import { destinationList } from '@walkon/contracts/http/parks'
import { parkRestaurants } from '@walkon/contracts/http/park-restaurants'
import {
  alertableRestaurants,
  queuedChecks,
  restaurantAlerts,
  toldTables,
  type NewRestaurantAlert,
} from '@walkon/contracts/http/restaurant-alerts'
import { queryOptions } from '@tanstack/react-query'
import { object, unknown, uuid } from 'zod/mini'
import { unlessGone } from '../../lib/already-gone.ts'
import { request, type Caller } from '../../lib/api.ts'
import { gatedRequest } from '../../lib/gate-key.ts'

const MINUTE_MS = 60_000

/** The parks of the feed; the same answer as that of the live board. */
export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: ({ signal }) => request(destinationList, '/parks/destinations', { signal }),
  staleTime: 60 * MINUTE_MS,
})

/** The restaurants of a park that an alert can be set for. */
export const restaurantsQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['alertable-restaurants', parkId],
    queryFn: ({ signal }) =>
      gatedRequest(alertableRestaurants, `/planner/parks/${encodeURIComponent(parkId)}/restaurants`, {
        signal,
      }),
    staleTime: 5 * MINUTE_MS,
  })

/** The walk-up tables that the restaurants of a park offer now, read again with each poll of the feed. */
export const tablesQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['parks', parkId, 'restaurants'],
    queryFn: ({ signal }) =>
      request(parkRestaurants, `/parks/${encodeURIComponent(parkId)}/restaurants`, { signal }),
    refetchInterval: MINUTE_MS,
  })

const ALERTS_PATH = '/planner/restaurant-alerts'

/** The tables of the mail with this token, read again while the page is open. It needs no key to the gate. */
export const toldTablesQuery = (token: string) =>
  queryOptions({
    queryKey: ['told-tables', token],
    queryFn: ({ signal }) =>
      request(toldTables, `${ALERTS_PATH}/link`, { method: 'POST', body: { token }, signal }),
    refetchInterval: MINUTE_MS,
  })

/** The caller's active alerts, the newest first. */
export const alertsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: [ALERTS_PATH, caller.key],
    queryFn: ({ signal }) => gatedRequest(restaurantAlerts, ALERTS_PATH, { caller, signal }),
    refetchInterval: MINUTE_MS,
  })

export const alertsKey = [ALERTS_PATH]

export const setAlert = (alert: NewRestaurantAlert, caller: Caller) =>
  gatedRequest(object({ id: uuid() }), ALERTS_PATH, { method: 'POST', body: alert, caller })

export const deleteAlert = (caller: Caller, alertId: string) =>
  unlessGone(
    gatedRequest(unknown(), `${ALERTS_PATH}/${alertId}`, { method: 'DELETE', caller }),
    'restaurant-alert-not-found',
  )

/** Has the tables of all alerts on a day looked for now, for an admin. */
export const testManually = (caller: Caller, date: string) =>
  gatedRequest(queuedChecks, `${ALERTS_PATH}/manual-test`, {
    method: 'POST',
    body: { force: true, dates: [date] },
    caller,
  })
