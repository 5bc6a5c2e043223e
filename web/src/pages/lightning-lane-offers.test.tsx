import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../test/fake-event-source.ts'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { aBooking, aLanePark, anOffering, aPreference, LANE_PARK, serveLanes } from '../test/lanes.ts'
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

test('an offering shows its time in the park’s clock, its price and the trend of the day', async () => {
  const price = { amount: 2_100, currency: 'USD' }
  serveLanes({ offerings: [anOffering({ kind: 'PAID_RETURN_TIME', price, priceTrend: 'up' })] })
  renderApp(PAGE)

  const now = await region('Return times')
  const [row] = await within(now).findAllByRole('listitem')
  expect(row?.textContent).toMatch(/^12\spm.*Space Mountain.*until 1\spm.*\$21 \(up today\)/)
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

test('a return time of a park with another clock is told on the visitor’s clock once, from its start to its end', async () => {
  serveLanes({
    parks: [aLanePark({ timezone: 'Europe/Paris' })],
    offerings: [anOffering({ kind: 'STANDBY' })],
  })
  renderApp(PAGE)

  const row = (await within(await region('Return times')).findByText('Space Mountain')).closest('li')
  expect(row?.textContent).toMatch(/until 7 pm.*12 pm to 1 pm your time/)
  expect(row?.textContent?.match(/your time/g)).toHaveLength(1)
})

test('the plate says how long ago its return time was emailed, and nothing of an earlier one', async () => {
  const at = new Date(Date.now() - 3 * 60_000).toISOString()
  const told = { at, returnTimeStart: '2026-11-25T17:00:00Z' }
  serveLanes({ offerings: [anOffering()], preferences: [aPreference({ told })] })
  const page = renderApp(PAGE)
  expect(await screen.findByText(/Emailed you 3 min ago\.$/)).toBeDefined()
  page.unmount()

  const earlier = { at, returnTimeStart: '2026-11-25T16:30:00Z' }
  serveLanes({ offerings: [anOffering()], preferences: [aPreference({ told: earlier })] })
  renderApp(PAGE)
  await screen.findByText('Space Mountain fits')
  expect(screen.queryByText(/Emailed you/)).toBeNull()
})

test.for([
  ['Too late', aPreference({ preferredTimeRange: { start: '09:00', end: '11:00' } })],
  ['Too early', aPreference({ preferredTimeRange: { start: '13:00', end: '15:00' } })],
  ['Over $20', aPreference({ maxPrice: { amount: 2_000, currency: 'USD' } })],
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

test('a practice booking is shown as one, and cancelled', async () => {
  const { asked } = serveLanes({ offerings: [anOffering()] })
  const { user } = renderApp(PAGE)

  await openBell(user)
  await user.dblClick(screen.getByRole('button', { name: 'Try a practice booking: Space Mountain' }))
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
  await user.click(screen.getByRole('button', { name: 'Try a practice booking: Space Mountain' }))

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
