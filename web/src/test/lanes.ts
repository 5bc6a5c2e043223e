import type { AssistDayView } from '@walkon/contracts/http/assist-days'
import type {
  LaneBooking,
  LaneConnection,
  LaneOffering,
  LanePark,
  LanePreference,
  LaneSubscription,
} from '@walkon/contracts/http/lightning-lane'
import { http, HttpResponse, type DefaultBodyType } from 'msw'
import { serveMailList } from './mail-lists.ts'
import { server } from './server.ts'

export const SALE_KEY = 'key-of-a-sale'
export const LANE_PARK = '75ea578a-adc8-4116-a54d-dccb60765ef9'
export const MOUNTAIN = '3c2cd63a-9fdc-4dd3-9b3e-2b3a0b8e8c10'
const MANSION = '0e2ab1fc-6e6b-4f0a-9f0e-3f1d5a6c9b11'
const PREFERENCE = '5b0cfe6e-7d0a-4c0e-8a55-0d5f4d3ad001'
const BOOKING = '5b0cfe6e-7d0a-4c0e-8a55-0d5f4d3ad002'
const OWNER = '5b0cfe6e-7d0a-4c0e-8a55-0d5f4d3ad003'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const CONNECTED: LaneConnection = {
  isConnected: true,
  disneyAccount: {
    email: null,
    isConnected: true,
    invitationStatus: null,
    invitationSentAt: inMinutes(-30),
    expiresAt: inMinutes(60),
    lastSync: null,
  },
}

export const invited = (invitationStatus: 'pending' | 'expired', minutesLeft: number): LaneConnection => ({
  isConnected: false,
  disneyAccount: {
    email: invitationStatus === 'pending' ? 'minnie@example.com' : null,
    isConnected: false,
    invitationStatus,
    invitationSentAt: inMinutes(minutesLeft - 1440),
    expiresAt: inMinutes(minutesLeft),
    lastSync: null,
  },
})

export const anOffering = (offering: Partial<LaneOffering> = {}): LaneOffering => ({
  id: `${MOUNTAIN}-RETURN_TIME`,
  rideId: MOUNTAIN,
  kind: 'RETURN_TIME',
  name: 'Space Mountain',
  parkId: LANE_PARK,
  returnTimeStart: '2026-11-25T17:00:00.000Z',
  returnTimeEnd: '2026-11-25T18:00:00.000Z',
  available: true,
  price: null,
  priceTrend: null,
  openedAt: null,
  lastUpdated: inMinutes(0),
  ...offering,
})

export const aPreference = (preference: Partial<LanePreference> = {}): LanePreference => ({
  id: PREFERENCE,
  attractionId: MOUNTAIN,
  attractionName: 'Space Mountain',
  parkId: LANE_PARK,
  parkName: 'Magic Kingdom',
  priority: 1,
  preferredTimeRange: { start: '09:00', end: '21:00' },
  maxPrice: null,
  ...preference,
})

export const aBooking = (booking: Partial<LaneBooking> = {}): LaneBooking => ({
  id: BOOKING,
  attractionId: MOUNTAIN,
  attractionName: 'Space Mountain',
  parkId: LANE_PARK,
  returnTimeStart: '2026-11-25T17:00:00.000Z',
  returnTimeEnd: '2026-11-25T18:00:00.000Z',
  bookingTime: inMinutes(0),
  status: 'confirmed',
  userId: OWNER,
  isPractice: true,
  ...booking,
})

export const aLanePark = (park: Partial<LanePark> = {}): LanePark => ({
  id: LANE_PARK,
  name: 'Magic Kingdom',
  destinationName: 'Walt Disney World Resort',
  timezone: 'America/New_York',
  hasReturnTimes: true,
  rides: [
    { id: MANSION, name: 'Haunted Mansion' },
    { id: MOUNTAIN, name: 'Space Mountain' },
  ],
  ...park,
})

type Lanes = {
  parks: LanePark[]
  connection: LaneConnection
  subscription: LaneSubscription
  day: AssistDayView
  offerings: LaneOffering[]
  preferences: LanePreference[]
  bookings: LaneBooking[]
}

const read = (path: string, answer: () => object) =>
  http.get(`*/api/planner/lightning-lane/${path}`, () => HttpResponse.json(answer()))

/** Lightning Lane Assist of an account that is connected and subscribed, at its wire. The test changes what it answers; `asked` are the writes. */
export function serveLanes(parts: Partial<Lanes> = {}) {
  const lanes: Lanes = {
    connection: CONNECTED,
    subscription: { subscribed: true, subscription_end: inMinutes(600) },
    day: { state: 'none', days: [], dayCents: 500, currency: 'usd' },
    parks: [aLanePark()],
    offerings: [],
    preferences: [],
    bookings: [],
    ...parts,
  }
  const asked: { what: string; body: DefaultBodyType }[] = []
  const note = async (what: string, request: Request) => {
    asked.push({ what, body: (await request.json().catch(() => null)) as DefaultBodyType })
  }
  serveMailList('lightning-lane')
  server.use(
    read('connection', () => lanes.connection),
    read('subscription', () => lanes.subscription),
    read('parks', () => ({ parks: lanes.parks })),
    read('offerings', () => ({ offerings: lanes.offerings })),
    read('preferences', () => ({ preferences: lanes.preferences })),
    read('bookings', () => ({ bookings: lanes.bookings })),
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])),
    http.get('*/api/billing/assist-day', () => HttpResponse.json(lanes.day)),
    ...writesOf(lanes, note),
  )
  return { lanes, asked }
}

/** Each changes later reads. */
const writesOf = (lanes: Lanes, note: (what: string, request: Request) => Promise<void>) => [
  http.post('*/api/planner/lightning-lane/sales', () => HttpResponse.json({ saleKey: SALE_KEY })),
  http.post('*/api/billing/assist-days/checkout', async ({ request }) => {
    await note('buy', request)
    lanes.day = { ...lanes.day, state: 'opening' }
    return HttpResponse.json({ sessionId: 'cs_test_lane', url: 'https://pay.example/lane' }, { status: 201 })
  }),
  http.post('*/api/planner/lightning-lane/invitations', async ({ request }) => {
    await note('invite', request)
    lanes.connection = invited('pending', 1440)
    return HttpResponse.json(
      {
        success: true,
        message: 'The invitation is on its way.',
        invitation: { invitation_sent_at: inMinutes(0), expires_at: inMinutes(1440) },
      },
      { status: 201 },
    )
  }),
  http.delete('*/api/planner/lightning-lane/connection', async ({ request }) => {
    await note('disconnect', request)
    lanes.connection = { disneyAccount: null, isConnected: false }
    return new HttpResponse(null, { status: 204 })
  }),
  http.post('*/api/planner/lightning-lane/preferences', async ({ request }) => {
    await note('add', request)
    lanes.preferences = [aPreference()]
    return HttpResponse.json({ preferences: lanes.preferences }, { status: 201 })
  }),
  http.put('*/api/planner/lightning-lane/preferences/:id', async ({ request }) => {
    const wishes = (await request.clone().json()) as Partial<LanePreference>
    await note('change', request)
    lanes.preferences = lanes.preferences.map((preference) => ({ ...preference, ...wishes }))
    return HttpResponse.json({ preferences: lanes.preferences })
  }),
  http.delete('*/api/planner/lightning-lane/preferences/:id', async ({ request }) => {
    await note('remove', request)
    lanes.preferences = []
    return new HttpResponse(null, { status: 204 })
  }),
  http.post('*/api/planner/lightning-lane/bookings', async ({ request }) => {
    await note('book', request)
    lanes.bookings = [aBooking()]
    return HttpResponse.json(lanes.bookings[0], { status: 201 })
  }),
  http.post('*/api/planner/lightning-lane/bookings/:id/cancel', async ({ request }) => {
    await note('cancel', request)
    lanes.bookings = [aBooking({ status: 'cancelled' })]
    return HttpResponse.json(lanes.bookings[0])
  }),
]
