import { assistDayView, startedAssistDay } from '@walkon/contracts/http/assist-days'
import {
  laneBooking,
  laneBookings,
  laneConnection,
  laneOfferings,
  laneParks,
  lanePreferences,
  laneSale,
  laneSubscription,
  linkedInvitation,
  sentInvitation,
  type LaneKind,
  type lanePreferenceChange,
  type newLanePreference,
} from '@walkon/contracts/http/lightning-lane'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { unlessGone } from '../../lib/already-gone.ts'
import { request, type Caller } from '../../lib/api.ts'
import { pauseUntilKnown } from '../../lib/awaited-payment.ts'
import { gatedRequest } from '../../lib/gate-key.ts'

/** Everything the app asks about Lightning Lane Assist of an account. */

const PATH = '/planner/lightning-lane'
const PARKS_MS = 30_000
/** Companion, section 9. */
const OFFERINGS_MS = 30_000
/** The mailed button, and a payment in another tab, are heard of so soon. */
export const RECHECK_MS = 5_000

/** Asked again while an invitation waits: its button may be pressed on another device. */
export const connectionQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['lane-connection', caller.key],
    queryFn: ({ signal }) => gatedRequest(laneConnection, `${PATH}/connection`, { caller, signal }),
    refetchInterval: ({ state }) =>
      state.data?.disneyAccount?.invitationStatus === 'pending' ? RECHECK_MS : false,
  })

export const subscriptionQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['lane-subscription', caller.key],
    queryFn: ({ signal }) => gatedRequest(laneSubscription, `${PATH}/subscription`, { caller, signal }),
  })

/** Billing's state of the days, asked again while one is paid in another tab; asking it has an open payment page looked up. */
export const assistDayQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['assist-day', caller.key],
    queryFn: ({ signal }) => request(assistDayView, '/billing/assist-day', { caller, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.state === 'processing') return pauseUntilKnown(dataUpdateCount)
      return data?.state === 'opening' ? RECHECK_MS : false
    },
  })

/** A ride can be wished for once its return times were read: the list grows while the page is open. */
export const parksQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['lane-parks', caller.key],
    queryFn: ({ signal }) => gatedRequest(laneParks, `${PATH}/parks`, { caller, signal }),
    refetchInterval: PARKS_MS,
    select: ({ parks }) => parks,
  })

/** Asked for on a clock while the stream is away. */
export const offeringsQuery = (caller: Caller, parkIds: string[], { isLive }: { isLive: boolean }) =>
  queryOptions({
    queryKey: ['lane-offerings', caller.key, ...parkIds],
    queryFn: ({ signal }) =>
      gatedRequest(laneOfferings, `${PATH}/offerings?parks=${parkIds.join(',')}`, { caller, signal }),
    refetchInterval: isLive ? false : OFFERINGS_MS,
    select: ({ offerings }) => offerings,
  })

export const preferencesQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['lane-preferences', caller.key],
    queryFn: ({ signal }) => gatedRequest(lanePreferences, `${PATH}/preferences`, { caller, signal }),
  })

export const bookingsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['lane-bookings', caller.key],
    queryFn: ({ signal }) => gatedRequest(laneBookings, `${PATH}/bookings`, { caller, signal }),
  })

export const sendInvitation = (caller: Caller, invitedEmail: string) =>
  gatedRequest(sentInvitation, `${PATH}/invitations`, { method: 'POST', caller, body: { invitedEmail } })

export const disconnect = (caller: Caller) =>
  gatedRequest(z.unknown(), `${PATH}/connection`, { method: 'DELETE', caller })

/** The page on which a day is paid: planner vouches for account and park, and billing sells. */
export async function startAssistDay(caller: Caller, day: { parkId: string; date: string }) {
  const { saleKey } = await gatedRequest(laneSale, `${PATH}/sales`, {
    method: 'POST',
    caller,
    body: { parkId: day.parkId },
  })
  const body = { ...day, saleKey }
  return request(startedAssistDay, '/billing/assist-days/checkout', { method: 'POST', caller, body })
}

export const addPreference = (caller: Caller, body: z.input<typeof newLanePreference>) =>
  gatedRequest(lanePreferences, `${PATH}/preferences`, { method: 'POST', caller, body })

export const changePreference = (caller: Caller, id: string, body: z.input<typeof lanePreferenceChange>) =>
  gatedRequest(lanePreferences, `${PATH}/preferences/${id}`, { method: 'PUT', caller, body })

export const deletePreference = (caller: Caller, id: string) =>
  unlessGone(
    gatedRequest(z.unknown(), `${PATH}/preferences/${id}`, { method: 'DELETE', caller }),
    'lane-preference-not-found',
  )

export const book = (caller: Caller, body: { attractionId: string; kind: LaneKind }) =>
  gatedRequest(laneBooking, `${PATH}/bookings`, { method: 'POST', caller, body })

export const cancelBooking = (caller: Caller, id: string) =>
  gatedRequest(laneBooking, `${PATH}/bookings/${id}/cancel`, { method: 'POST', caller })

export const invitationLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['lane-invitation', token],
    queryFn: ({ signal }) =>
      request(linkedInvitation, `${PATH}/invitations/link`, { method: 'POST', body: { token }, signal }),
  })

export const answerInvitation = (token: string) =>
  request(linkedInvitation, `${PATH}/invitations/answer`, { method: 'POST', body: { token } })
