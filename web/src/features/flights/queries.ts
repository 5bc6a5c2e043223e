import {
  airportList,
  flightAlert,
  flightAlertReceipt,
  flightSearchResult,
  linkedFlightAlert,
  type NewFlightAlert,
} from '@walkon/contracts/http/flights'
import { queryOptions } from '@tanstack/react-query'
import { unknown } from 'zod/mini'
import { unlessGone } from '../../lib/already-gone.ts'
import { request, type Caller } from '../../lib/api.ts'
import { pagesQuery } from '../../lib/pages-query.ts'
import type { WholeTrip } from './trip.ts'

const MINUTE_MS = 60_000
/** As long as the service keeps what it found. */
const FARES_FRESH_MS = 10 * MINUTE_MS

/** The flights to one airport: each airport is asked for by itself, so that each answer is shown while others are awaited. */
export const faresQuery = ({ from, depart, return: back }: WholeTrip, airport: string) =>
  queryOptions({
    queryKey: ['flights', from, airport, depart, back],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        origin: from,
        destinations: airport,
        departureDate: depart,
        ...(back && { returnDate: back }),
      })
      return request(flightSearchResult, `/flights/search?${query}`, { signal })
    },
    staleTime: FARES_FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
  })

export const airportsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['airports', typed],
    queryFn: ({ signal }) =>
      request(airportList, `/flights/airports?${new URLSearchParams({ query: typed })}`, { signal }),
    enabled: typed !== '',
    staleTime: Infinity,
    placeholderData: (before) => before,
  })

export const setAlert = (alert: NewFlightAlert, caller: Caller | null) =>
  request(flightAlertReceipt, '/flights/alerts', { method: 'POST', body: alert, ...(caller && { caller }) })

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['flight-link', token],
    queryFn: ({ signal }) =>
      request(linkedFlightAlert, '/flights/alerts/link', { method: 'POST', body: { token }, signal }),
    retry: false,
  })

export const confirmAlert = (token: string) =>
  request(linkedFlightAlert, '/flights/alerts/confirm', { method: 'POST', body: { token } })

export const ALERTS_PATH = '/flights/alerts'

/** The caller's alerts, the newest first. */
export const alertsQuery = (caller: Caller) => pagesQuery(flightAlert, ALERTS_PATH, caller)

export const deleteAlert = (caller: Caller, alertId: string) =>
  unlessGone(
    request(unknown(), `${ALERTS_PATH}/${alertId}`, { method: 'DELETE', caller }),
    'flight-alert-not-found',
  )
