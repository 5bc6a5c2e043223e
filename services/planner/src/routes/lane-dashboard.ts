import {
  laneBooking,
  laneBookings,
  laneOfferings,
  laneParks,
  laneParksQuery,
  lanePreferenceChange,
  lanePreferences,
  newLaneBooking,
  newLanePreference,
} from '@walkon/contracts/http/lightning-lane'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listLaneParks } from '../db/lanes/lane-readings.ts'
import { requireOpenGate } from '../http/require-open-gate.ts'
import {
  bookLane,
  cancelLaneBooking,
  listLaneBookings,
  type BookingDeps,
} from '../use-cases/lanes/book-lane.ts'
import {
  addLanePreference,
  changeLanePreference,
  deleteLanePreference,
  listLanePreferences,
} from '../use-cases/lanes/change-lane-preferences.ts'
import { listOfferings } from '../use-cases/lanes/list-offerings.ts'
import type { Gates } from '../use-cases/open-gates.ts'

const tags = ['lightning-lane']
const params = z.object({ id: z.uuid() })

const parks = {
  summary: 'List the parks of Lightning Lane Assist',
  operationId: 'listLaneParks',
  tags,
  success: 'Each park with its attractions; those that publish return times first.',
  response: { 200: laneParks, ...problems('gate-closed') },
}
const offerings = {
  summary: 'List what up to four parks offer now',
  operationId: 'listLaneOfferings',
  tags,
  success: 'Return times, and attractions with a standby wait over 30 minutes where the park publishes none.',
  querystring: laneParksQuery,
  response: { 200: laneOfferings, ...problems('gate-closed') },
}
const preferences = {
  summary: 'List the booking preferences of the account',
  operationId: 'listLanePreferences',
  tags,
  success: 'The preferences, the highest priority first.',
  response: { 200: lanePreferences, ...problems('gate-closed') },
}
const adding = {
  summary: 'Add a booking preference',
  operationId: 'addLanePreference',
  tags,
  success: 'The preferences with the new one. A return time of it that opens is told once.',
  body: newLanePreference,
  response: {
    201: lanePreferences,
    ...problems('gate-closed', 'attraction-not-found', 'lane-preference-exists'),
  },
}
const change = {
  summary: 'Change a booking preference',
  operationId: 'changeLanePreference',
  tags,
  success: 'The preferences after the change.',
  params,
  body: lanePreferenceChange,
  response: { 200: lanePreferences, ...problems('gate-closed', 'lane-preference-not-found') },
}
const deletion = {
  summary: 'Delete a booking preference',
  operationId: 'deleteLanePreference',
  tags,
  success: 'The preference is gone.',
  params,
  response: { 204: z.null(), ...problems('gate-closed', 'lane-preference-not-found') },
}
const bookings = {
  summary: 'List the bookings of the account',
  operationId: 'listLaneBookings',
  tags,
  success: 'The bookings, the newest first.',
  response: { 200: laneBookings, ...problems('gate-closed') },
}
const booking = {
  summary: 'Book an offering',
  operationId: 'bookLane',
  tags,
  success: 'The booking, confirmed or pending; one of the same attraction that stands is answered again.',
  body: newLaneBooking,
  response: {
    201: laneBooking,
    ...problems(
      'gate-closed',
      'lane-connection-required',
      'lane-subscription-required',
      'lane-offering-gone',
      'too-many-requests',
    ),
  },
}
const cancellation = {
  summary: 'Cancel a booking',
  operationId: 'cancelLaneBooking',
  tags,
  success: 'The booking, cancelled; a second time changes nothing.',
  params,
  response: { 200: laneBooking, ...problems('gate-closed', 'lane-booking-not-found') },
}

/** Routes of the parks' offers, and of an account's preferences and bookings. */
export async function laneDashboardRoutes(
  app: HttpApp,
  { gates, ...deps }: BookingDeps & { gates: Gates },
): Promise<void> {
  const gated = {
    config: { access: 'account' },
    preHandler: requireOpenGate(gates, 'lightning-lane'),
  } as const
  const { db } = deps

  app.get('/lightning-lane/parks', { ...gated, schema: parks }, async () => ({
    parks: await listLaneParks(db),
  }))
  app.get('/lightning-lane/offerings', { ...gated, schema: offerings }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { offerings: await listOfferings(deps, request.query.parks.split(',')) }
  })
  addPreferenceRoutes(app, gated, deps)

  app.get('/lightning-lane/bookings', { ...gated, schema: bookings }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { bookings: await listLaneBookings(deps, accountOf(request).userId) }
  })
  app.post('/lightning-lane/bookings', { ...gated, schema: booking }, async (request, reply) => {
    const { attractionId: rideId, kind } = request.body
    return reply.code(201).send(await bookLane(deps, accountOf(request).userId, { rideId, kind }))
  })
  app.post('/lightning-lane/bookings/:id/cancel', { ...gated, schema: cancellation }, (request) =>
    cancelLaneBooking(deps, accountOf(request).userId, request.params.id),
  )
}

type Gated = { config: { access: 'account' }; preHandler: ReturnType<typeof requireOpenGate> }

function addPreferenceRoutes(app: HttpApp, gated: Gated, deps: BookingDeps): void {
  app.get('/lightning-lane/preferences', { ...gated, schema: preferences }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { preferences: await listLanePreferences(deps.db, accountOf(request).userId) }
  })
  app.post('/lightning-lane/preferences', { ...gated, schema: adding }, async (request, reply) => {
    const added = await addLanePreference(deps, accountOf(request).userId, request.body)
    return reply.code(201).send({ preferences: added })
  })
  app.put('/lightning-lane/preferences/:id', { ...gated, schema: change }, async (request) => ({
    preferences: await changeLanePreference(deps, accountOf(request).userId, request.params.id, request.body),
  }))
  app.delete('/lightning-lane/preferences/:id', { ...gated, schema: deletion }, async (request, reply) => {
    await deleteLanePreference(deps, accountOf(request).userId, request.params.id)
    return reply.code(204).send(null)
  })
}
