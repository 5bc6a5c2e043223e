import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../test/fake-event-source.ts'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import {
  aBooking,
  aLanePark,
  anOffering,
  aPreference,
  invited,
  LANE_PARK,
  SALE_KEY,
  serveLanes,
} from '../test/lanes.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const PAGE = '/lightning-lane'

beforeEach(() => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveGates({ open: ['lightning-lane'] })
})

const region = (name: string) => screen.findByRole('region', { name })

type User = ReturnType<typeof renderApp>['user']

const openBell = async (user: User) =>
  user.click(await screen.findByRole('button', { name: 'Tell me when it fits: Space Mountain' }))

test('before the first day one step of three is open, and no park login is asked for', async () => {
  serveLanes({
    connection: { disneyAccount: null, isConnected: false },
    subscription: { subscribed: false, subscription_end: null },
  })
  renderApp(PAGE)

  expect(await screen.findByText(/We never ask for your Disney password/)).toBeDefined()
  const steps = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(steps.slice(0, 3)).toEqual(['Connect a Disney account', 'Choose your day', 'List your rides'])
  expect(await screen.findByText('Opens once your account is connected.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Subscribe for $5' })).toBeNull()
})

test('a day is sold once the account is connected, and the page says before what it does', async () => {
  serveLanes({ subscription: { subscribed: false, subscription_end: null } })
  renderApp(PAGE)

  expect(await screen.findByRole('button', { name: 'Subscribe for $5' })).toBeDefined()
  expect(screen.getByText(/Bookings here are practice/)).toBeDefined()
})

test('an invitation needs an address, and is pending once it is sent', async () => {
  const { asked } = serveLanes({ connection: { disneyAccount: null, isConnected: false } })
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Disney Account Required')).toBeDefined()
  expect(asked).toEqual([])
  await user.type(screen.getByLabelText('Disney account email'), 'minnie@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))

  expect(await screen.findByText('Invitation pending.')).toBeDefined()
  expect(asked).toEqual([{ what: 'invite', body: { invitedEmail: 'minnie@example.com' } }])
})

test.for([
  [59, 'its link works for 59 minutes'],
  [120, 'its link works for 2 hours'],
] as const)('an invitation with %i minutes left says so in minutes or hours', async ([minutes, words]) => {
  serveLanes({ connection: invited('pending', minutes) })
  renderApp(PAGE)

  expect(await screen.findByText(new RegExp(words, 'i'))).toBeDefined()
})

test('an invitation that has expired can be sent again', async () => {
  serveLanes({ connection: invited('expired', -1) })
  renderApp(PAGE)

  expect(await screen.findByText('Invitation expired.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined()
})

test('a fourth invitation in a day is refused under the document’s title', async () => {
  serveLanes({ connection: { disneyAccount: null, isConnected: false } })
  server.use(http.post('*/api/planner/lightning-lane/invitations', () => refusal('too-many-requests')))
  const { user } = renderApp(PAGE)

  await user.type(await screen.findByLabelText('Disney account email'), 'minnie@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))

  expect(await screen.findByText('Invitation Failed')).toBeDefined()
})

test('a day is bought for the chosen park and date, and one that the account has is not sold again', async () => {
  vi.setSystemTime('2026-07-01T16:00:00Z')
  const tab = { close: vi.fn(), location: { href: '' }, opener: window }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const owned = {
    parkId: LANE_PARK,
    date: '2026-07-02',
    startsAt: '2026-07-02T08:00:00.000Z',
    endsAt: '2026-07-03T08:00:00.000Z',
  }
  const { asked } = serveLanes({
    subscription: { subscribed: false, subscription_end: null },
    day: { state: 'active', days: [owned], dayCents: 500, currency: 'usd' },
  })
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByLabelText('Thu, Jul 2'))
  expect(screen.getByText(/You have this day already/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a day for $5' })).toBeNull()
  await user.click(screen.getByLabelText('Sat, Jul 4'))
  expect(screen.getByText(/It runs from 4 am to 4 am, park time/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Add a day for $5' }))

  await waitFor(() => expect(tab.location.href).toBe('https://pay.example/lane'))
  expect(asked).toEqual([{ what: 'buy', body: { parkId: LANE_PARK, date: '2026-07-04', saleKey: SALE_KEY } }])
})

test('a day that is to come is listed, and opens the dashboard', async () => {
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const endsAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
  serveLanes({
    subscription: { subscribed: false, subscription_end: null },
    day: {
      state: 'active',
      days: [{ parkId: LANE_PARK, date: '2026-07-02', startsAt, endsAt }],
      dayCents: 500,
      currency: 'usd',
    },
  })
  renderApp(PAGE)

  expect(await region('Your list')).toBeDefined()
  expect(await screen.findByText(/^Thu, Jul 2 at Magic Kingdom, from /)).toBeDefined()
})

test('a park without return times sells no day, and says why', async () => {
  const { asked } = serveLanes({
    subscription: { subscribed: false, subscription_end: null },
    parks: [aLanePark({ hasReturnTimes: false, rides: [] })],
  })
  renderApp(PAGE)

  expect(await screen.findByText(/posts no return times, so there’s nothing to watch/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Subscribe for $5' })).toBeNull()
  expect(asked).toEqual([])
})

test('a checkout that did not come is a Subscription Error, and no empty tab stays open', async () => {
  serveLanes({ subscription: { subscribed: false, subscription_end: null } })
  server.use(http.post('*/api/billing/assist-days/checkout', () => refusal('unavailable')))
  const tab = { close: vi.fn(), location: { href: '' }, opener: window }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Subscribe for $5' }))

  expect(await screen.findByText('Subscription Error')).toBeDefined()
  expect(tab.close).toHaveBeenCalledOnce()
})

test('an offering shows its time in the park’s clock, its price and the trend of the day', async () => {
  const price = { amount: 2_100, currency: 'USD' }
  serveLanes({ offerings: [anOffering({ kind: 'PAID_RETURN_TIME', price, priceTrend: 'up' })] })
  renderApp(PAGE)

  const now = await region('Return times')
  const [row] = await within(now).findAllByRole('listitem')
  expect(row?.textContent).toMatch(/^12\spm.*Space Mountain.*until 1\spm.*\$21\.00 \(up today\)/)
})

test('an offering by the standby wait is called an estimate, and a published return time is not', async () => {
  serveLanes({
    offerings: [
      anOffering({ kind: 'STANDBY', id: 'estimate', name: 'Millennium Force' }),
      anOffering({ id: 'published' }),
    ],
  })
  renderApp(PAGE)

  const now = await region('Return times')
  expect(await within(now).findAllByText(/until 1\spm/)).toHaveLength(2)
  expect(within(now).getAllByText('Estimate')).toHaveLength(1)
})

test('what can be had comes before what is sold out', async () => {
  const soldOut = { ...anOffering(), id: 'sold-out', name: 'Astro Orbiter', available: false }
  serveLanes({ offerings: [soldOut, anOffering()] })
  renderApp(PAGE)

  const rows = within(await region('Return times')).findAllByText(/^(Astro Orbiter|Space Mountain)$/)
  expect((await rows).map(({ textContent }) => textContent)).toEqual(['Space Mountain', 'Astro Orbiter'])
})

test('what fits the list is on the plate, with the way to the park’s own booking', async () => {
  serveLanes({ offerings: [anOffering()], preferences: [aPreference()] })
  renderApp(PAGE)

  const plate = (await screen.findByText('Space Mountain fits')).closest('[role="status"]')
  expect(plate?.textContent).toMatch(/^12\spm.*You asked for 9 am to 9 pm/)
  expect(screen.getByRole('link', { name: 'Book with Disney' })).toBeDefined()
})

test.for([
  ['Too late', aPreference({ preferredTimeRange: { start: '09:00', end: '11:00' } })],
  ['Too early', aPreference({ preferredTimeRange: { start: '13:00', end: '15:00' } })],
  ['Over $20.00', aPreference({ maxPrice: { amount: 2_000, currency: 'USD' } })],
] as const)('a return time of a watched ride that does not fit says why: %s', async ([word, wish]) => {
  const price = { amount: 2_100, currency: 'USD' }
  serveLanes({ offerings: [anOffering({ kind: 'PAID_RETURN_TIME', price })], preferences: [wish] })
  renderApp(PAGE)

  expect(await within(await region('Return times')).findByText(word)).toBeDefined()
  expect(await screen.findByText('Nothing fits yet.')).toBeDefined()
})

test('the first eight rides are shown, what can be had by its time, and all of them on a press', async () => {
  const others = Array.from({ length: 9 }, (_, at) =>
    anOffering({ id: `${at}`, rideId: `3c2cd63a-9fdc-4dd3-9b3e-2b3a0b8e8c2${at}`, name: `Ride ${at}` }),
  )
  const soon = anOffering({ returnTimeStart: '2026-11-25T16:30:00.000Z' })
  serveLanes({ parks: [aLanePark({ rides: [] })], offerings: [...others, soon] })
  const { user } = renderApp(PAGE)
  const now = within(await region('Return times'))

  const rows = await now.findAllByRole('listitem')
  expect(rows).toHaveLength(8)
  expect(rows[0]?.textContent).toContain('Space Mountain')
  await user.click(now.getByRole('button', { name: 'Show all 10 rides' }))
  expect(now.getAllByRole('listitem')).toHaveLength(10)
})

test('offerings that cannot be had are said to be under the document’s title', async () => {
  serveLanes()
  server.use(http.get('*/api/planner/lightning-lane/offerings', () => refusal('unavailable')))
  renderApp(PAGE)

  expect(await screen.findByText('Error fetching Lightning Lane data')).toBeDefined()
})

test('a practice booking is shown as one, and cancelled', async () => {
  const { asked } = serveLanes({ offerings: [anOffering()] })
  const { user } = renderApp(PAGE)

  await openBell(user)
  await user.dblClick(screen.getByRole('button', { name: 'Practice booking of Space Mountain' }))
  const booked = await region('Practice bookings')
  expect((await within(booked).findByRole('listitem')).textContent).toMatch(
    /^12\spm.*ConfirmedSpace MountainPractice/,
  )
  await user.click(screen.getByRole('button', { name: 'Cancel Space Mountain' }))

  expect(await screen.findByText('Cancelled')).toBeDefined()
  expect(asked.map(({ what }) => what)).toEqual(['book', 'cancel'])
})

test('a booking that fails says Booking Failed, and keeps what was booked before', async () => {
  serveLanes({ offerings: [anOffering()], bookings: [aBooking({ status: 'pending' })] })
  server.use(http.post('*/api/planner/lightning-lane/bookings', () => refusal('lane-offering-gone')))
  const { user } = renderApp(PAGE)

  await openBell(user)
  await user.click(screen.getByRole('button', { name: 'Practice booking of Space Mountain' }))

  expect(await screen.findByText('Booking Failed')).toBeDefined()
  expect(screen.getByText('Pending')).toBeDefined()
})

test('the stream tells of a reading of a chosen park, and the page asks for its offers then', async () => {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  const { lanes } = serveLanes({ offerings: [anOffering({ available: false })] })
  renderApp(PAGE)
  await screen.findByText('None left')
  const [stream] = FakeEventSource.opened
  expect(stream?.url).toBe('/api/planner/lightning-lane/readings/stream')

  lanes.offerings = [anOffering()]
  act(() => stream?.say('readings', { parkIds: [LANE_PARK] }))

  expect(await screen.findByText(/until 1\spm/)).toBeDefined()
  expect(FakeEventSource.opened).toHaveLength(1)
})

test('a stream of return times that goes silent is opened again, and the offers are asked for when it is back', async () => {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  const { lanes } = serveLanes({ offerings: [anOffering({ available: false })] })
  renderApp(PAGE)
  await screen.findByText('None left')
  act(() => FakeEventSource.opened.at(-1)?.say('readings', { parkIds: [] }))
  const slept = Date.now() + 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => slept)
  lanes.offerings = [anOffering()]
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(FakeEventSource.opened.map(({ isClosed }) => isClosed)).toEqual([true, false]))
  act(() => FakeEventSource.opened.at(-1)?.say('readings', { parkIds: [] }))
  expect(await screen.findByText(/until 1\spm/)).toBeDefined()
})

test('a page that is left holds no stream', async () => {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  serveLanes()
  const { unmount } = renderApp(PAGE)
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))

  unmount()

  expect(FakeEventSource.opened[0]?.isClosed).toBe(true)
})
