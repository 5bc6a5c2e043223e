import type { AlertSettings } from '@walkon/contracts/http/alert-settings'
import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import type { PriceList } from '@walkon/contracts/http/billing'
import type { ClientConfig } from '@walkon/contracts/http/config'
import type { HistoryEntry } from '@walkon/contracts/http/notifications'
import type { DestinationView, LiveRide, ParkView } from '@walkon/contracts/http/parks'
import type { PlanTexts } from '@walkon/contracts/http/plan-texts'
import type { PlanView } from '@walkon/contracts/http/plans'
import type { Problem } from '@walkon/contracts/http/problem-document'
import { PROBLEMS, toProblemType, type ProblemCode } from '@walkon/contracts/http/problem-codes'
import { http, HttpResponse } from 'msw'
import { parkDayHandlers } from './park-day.ts'
import { server } from './server.ts'

export const MAGIC_KINGDOM = '75ea578a-adc8-4116-a54d-dccb60765ef9'
export const EPCOT = '47f90d2c-e191-4239-a466-5892ef59a88b'

export const sampleDestination: DestinationView = {
  id: 'e957da41-3552-4cf6-b636-5babc5cbc4e5',
  name: 'Walt Disney World Resort',
  slug: 'waltdisneyworldresort',
  parks: [
    { id: MAGIC_KINGDOM, name: 'Magic Kingdom Park', timezone: 'America/New_York' },
    { id: EPCOT, name: 'EPCOT', timezone: 'America/New_York' },
  ],
}

export const samplePark: ParkView = {
  id: MAGIC_KINGDOM,
  name: 'Magic Kingdom Park',
  destinationId: sampleDestination.id,
  destinationName: sampleDestination.name,
  timezone: 'America/New_York',
  date: '2026-04-14',
  hours: [{ type: 'OPERATING', opensAt: '2026-04-14T13:00:00Z', closesAt: '2026-04-15T02:00:00Z' }],
  isOpen: true,
  restaurants: [],
  shows: [],
}

const samplePrices: PriceList = {
  currency: 'usd',
  smsDayCents: 500,
  emailDayCents: 100,
  unlimitedMonthCents: 1500,
  assistDayCents: 500,
  passHours: 24,
  planGraceDays: 7,
  smsEnabled: true,
  prices: 'list',
  takesPayments: true,
  dailyPassesPerPark: null,
}

const sampleAlertSettings: AlertSettings = { defaultThresholdMinutes: 15, alertCooldownMinutes: 60 }

const sampleConfig: ClientConfig = {
  version: '1.2.3',
  homeFigures: 'sample',
  inboxUrl: null,
  sandboxDeviceUrl: null,
  demoCode: null,
  supportEmail: 'support@walkon.example',
}

let rideCount = 0

export function aRide(overrides: Partial<LiveRide> = {}): LiveRide {
  rideCount += 1
  return {
    rideId: `00000000-0000-4000-8000-${String(rideCount).padStart(12, '0')}`,
    name: `Ride ${rideCount}`,
    status: 'OPERATING',
    waitMinutes: 30,
    changedAt: new Date(Date.now() - 3 * 60_000).toISOString(),
    previousWaitMinutes: null,
    usualMinutes: null,
    today: [],
    popularity: 1,
    ...overrides,
  }
}

export function aSubscription(overrides: Partial<SubscriptionView> = {}): SubscriptionView {
  return {
    id: '3f0f3a4e-6f1e-4a53-9d5a-0d6a1f7a9b11',
    parkId: MAGIC_KINGDOM,
    parkName: 'Magic Kingdom Park',
    timezone: 'America/New_York',
    active: true,
    state: 'active',
    startDate: '2026-04-14',
    endDate: '2026-04-14',
    dates: ['2026-04-14'],
    windows: [{ startsAt: '2026-04-14T13:00:00Z', endsAt: '2026-04-15T13:00:00Z' }],
    isCoveredByPlan: false,
    channels: ['email'],
    allRidesEnabled: false,
    watches: [aWatch('Space Mountain'), aWatch('Haunted Mansion')],
    ...overrides,
  }
}

export function aPlan(overrides: Partial<PlanView> = {}): PlanView {
  return {
    state: 'none',
    monthCents: 1500,
    currency: 'usd',
    currentPeriodEndsAt: null,
    cancelsAtPeriodEnd: false,
    graceEndsAt: null,
    ...overrides,
  }
}

export const somePlanTexts = (overrides: Partial<PlanTexts> = {}): PlanTexts => ({
  isOffered: true,
  isCovered: true,
  number: null,
  textsUsed: 0,
  textsPerMonth: 300,
  month: '2026-11-01',
  nextMonthAt: '2026-12-01T00:00:00.000Z',
  ...overrides,
})

export function aWatch(rideName: string, overrides: Partial<SubscriptionView['watches'][number]> = {}) {
  const { rideId } = aRide()
  return {
    rideId,
    rideName,
    active: true,
    thresholdMinutes: 15,
    onReopen: false,
    nextAlertAt: null,
    ...overrides,
  }
}

export function anAlert(overrides: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    alertId: crypto.randomUUID(),
    reason: null,
    kind: 'short-wait',
    parkId: MAGIC_KINGDOM,
    parkName: 'Magic Kingdom Park',
    rideId: aRide().rideId,
    rideName: 'Space Mountain',
    waitMinutes: 10,
    channel: 'email',
    state: 'delivered',
    message: 'Space Mountain is 10 min',
    createdAt: new Date().toISOString(),
    ...overrides,
  }
}

/** A refusal as every service words it. */
export function refusal(code: ProblemCode, errors?: Problem['errors']) {
  const { status, title } = PROBLEMS[code]
  const body: Problem = {
    type: toProblemType(code),
    title,
    status,
    code,
    detail: code,
    requestId: 'r1',
    ...(errors && { errors }),
  }
  return HttpResponse.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
}

type Settings = Partial<PriceList & AlertSettings & ClientConfig>

/** The settings of the three services that own them. */
export function serveSettings(changed: Settings = {}): void {
  const answerOf = (sample: object) =>
    HttpResponse.json(
      Object.fromEntries(Object.entries({ ...sample, ...changed }).filter(([name]) => name in sample)),
    )
  server.use(
    http.get('*/api/billing/prices', () => answerOf(samplePrices)),
    http.get('*/api/alerts/settings', () => answerOf(sampleAlertSettings)),
    http.get('*/api/config', () => answerOf(sampleConfig)),
  )
}

/** Serves the requests of nearly every page. */
export function serveParks(rides: LiveRide[], { stale = false } = {}): void {
  serveSettings()
  server.use(
    http.get('*/api/parks/destinations', () => HttpResponse.json([sampleDestination])),
    http.get('*/api/parks/attractions/:rideId/usual', () => HttpResponse.json({ weekday: [], weekend: [] })),
    http.get('*/api/parks/:parkId/live', () =>
      HttpResponse.json(rides, {
        headers: { 'x-walkon-read-at': new Date().toISOString(), 'x-walkon-stale': String(stale) },
      }),
    ),
    http.get('*/api/parks/:parkId', () => HttpResponse.json(samplePark)),
    ...parkDayHandlers(),
  )
}
