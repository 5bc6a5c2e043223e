import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
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
  MOUNTAIN,
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

test('the page says that no park login is asked for, and the dashboard opens once connected and subscribed', async () => {
  serveLanes({
    connection: { disneyAccount: null, isConnected: false },
    subscription: { subscribed: false, subscription_end: null },
  })
  renderApp(PAGE)

  expect(await screen.findByText(/We never ask for your Disney password/)).toBeDefined()
  expect(screen.getByText('It opens here when you are connected and subscribed.')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Subscribe for $5' })).toBeDefined()
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

  const now = await region('Return times now')
  expect(await within(now).findByText(/12\spm.* to 1\spm.* · \$21\.00 \(up today\)/)).toBeDefined()
})

test('what can be had comes before what is sold out', async () => {
  const soldOut = { ...anOffering(), id: 'sold-out', name: 'Astro Orbiter', available: false }
  serveLanes({ offerings: [soldOut, anOffering()] })
  renderApp(PAGE)

  const rows = within(await region('Return times now')).findAllByText(/^(Astro Orbiter|Space Mountain)$/)
  expect((await rows).map(({ textContent }) => textContent)).toEqual(['Space Mountain', 'Astro Orbiter'])
})

test('an active dashboard comes before the steps that are done, and its preferences and bookings before the return times', async () => {
  serveLanes({ offerings: [anOffering()], preferences: [aPreference()] })
  renderApp(PAGE)
  await region('Return times now')

  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(headings.filter((text) => /^Your|^Book|^Return/.test(text))).toEqual([
    'Your dashboard',
    'Booking preferences',
    'Bookings',
    'Return times now',
    'Your Disney account',
    'Your subscription',
  ])
})

test('a preference says what its attraction offers now, of two queues the one that can be had', async () => {
  const soldOut = anOffering({ id: 'paid', kind: 'PAID_RETURN_TIME', available: false })
  serveLanes({ offerings: [soldOut, anOffering()], preferences: [aPreference()] })
  renderApp(PAGE)

  const preferences = await region('Booking preferences')
  expect(await within(preferences).findByText(/^Now: 12\spm.* to 1\spm/)).toBeDefined()
})

test('the parks of preferences are shown first, and the address names others', async () => {
  const others = ['Animal Kingdom', 'Epcot', 'Hollywood Studios', 'Islands of Adventure'].map((name, index) =>
    aLanePark({ id: `75ea578a-adc8-4116-a54d-00000000000${index}`, name, rides: [] }),
  )
  serveLanes({ parks: [...others, aLanePark()], preferences: [aPreference()] })
  const { unmount } = renderApp(PAGE)
  expect(
    await screen.findByText('Magic Kingdom, Animal Kingdom, Epcot, Hollywood Studios', { exact: false }),
  ).toBeDefined()
  unmount()

  renderApp(`${PAGE}?parks=${others[1]?.id}`)
  const summary = await screen.findByText('Parks:')
  expect(summary.parentElement?.textContent).toBe('Parks: Epcot')
})

test('the form is open for a first preference, and folded where there are some', async () => {
  serveLanes()
  const { unmount } = renderApp(PAGE)
  const form = async () => (await screen.findByText('Add an attraction')).closest('details')
  expect((await form())?.open).toBe(true)
  unmount()

  serveLanes({ preferences: [aPreference()] })
  renderApp(PAGE)
  expect((await form())?.open).toBe(false)
})

test('the first eight return times are shown, those of preferences before the others, and all of them on a press', async () => {
  const others = Array.from({ length: 9 }, (_, at) =>
    anOffering({ id: `${at}`, rideId: `3c2cd63a-9fdc-4dd3-9b3e-2b3a0b8e8c2${at}`, name: `Ride ${at}` }),
  )
  const soldOut = anOffering({ available: false })
  serveLanes({ offerings: [...others, soldOut], preferences: [aPreference()] })
  const { user } = renderApp(PAGE)
  const now = within(await region('Return times now'))

  const rows = await now.findAllByRole('listitem')
  expect(rows).toHaveLength(8)
  expect(rows[0]?.textContent).toContain('Space Mountain')
  await user.click(now.getByRole('button', { name: 'Show all 10 return times' }))
  expect(now.getAllByRole('listitem')).toHaveLength(10)
})

test('a preference that another tab has removed leaves the list as well', async () => {
  const { lanes } = serveLanes({ preferences: [aPreference()] })
  server.use(
    http.delete('*/api/planner/lightning-lane/preferences/:id', () => {
      lanes.preferences = []
      return refusal('lane-preference-not-found')
    }),
  )
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Remove Space Mountain' }))

  expect(await screen.findByText(/^No preferences yet/)).toBeDefined()
})

test('offerings that cannot be had are said to be under the document’s title', async () => {
  serveLanes()
  server.use(http.get('*/api/planner/lightning-lane/offerings', () => refusal('unavailable')))
  renderApp(PAGE)

  expect(await screen.findByText('Error fetching Lightning Lane data')).toBeDefined()
})

test('an attraction is required for a preference, and one that has a preference is not offered again', async () => {
  const { asked } = serveLanes()
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Add preference' }))
  expect(await screen.findByText('Missing attraction')).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Attraction'), 'Space Mountain')
  await user.click(screen.getByRole('button', { name: 'Add preference' }))

  await screen.findByRole('button', { name: 'Remove Space Mountain' })
  expect(asked).toEqual([
    {
      what: 'add',
      body: {
        attractionId: MOUNTAIN,
        priority: 1,
        preferredTimeRange: { start: '09:00', end: '21:00' },
        maxPrice: null,
      },
    },
  ])
  expect(within(screen.getByLabelText('Attraction')).queryByText('Space Mountain')).toBeNull()
})

test('the priority, hours and price of a preference are changed in place, and Cancel changes nothing', async () => {
  const maxPrice = { amount: 2_500, currency: 'JPY' }
  const { asked } = serveLanes({ preferences: [aPreference({ maxPrice })] })
  const { user } = renderApp(PAGE)
  const change = await screen.findByRole('button', { name: 'Change Space Mountain' })

  await user.click(change)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await expectFocusOn(change)
  await user.click(change)
  const form = within(screen.getByRole('form', { name: 'Change Space Mountain' }))
  expect(form.getByLabelText<HTMLInputElement>(/^Max price/).value).toBe('2500')
  await user.clear(form.getByLabelText(/^Priority/))
  await user.type(form.getByLabelText(/^Priority/), '7')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(/priority 7 · 09:00 to 21:00 · up to ¥2,500/)).toBeDefined()
  expect(asked).toEqual([
    {
      what: 'change',
      body: { priority: 7, preferredTimeRange: { start: '09:00', end: '21:00' }, maxPrice },
    },
  ])
})

test('a practice booking is shown as one, and cancelled', async () => {
  const { asked } = serveLanes({ offerings: [anOffering()] })
  const { user } = renderApp(PAGE)

  await user.dblClick(await screen.findByRole('button', { name: 'Practice booking of Space Mountain' }))
  expect(await screen.findByText(/Confirmed · from 12\spm.* · practice booking/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel Space Mountain' }))

  expect(await screen.findByText(/^Cancelled/)).toBeDefined()
  expect(asked.map(({ what }) => what)).toEqual(['book', 'cancel'])
})

test('a booking that fails says Booking Failed, and keeps what was booked before', async () => {
  serveLanes({ offerings: [anOffering()], bookings: [aBooking({ status: 'pending' })] })
  server.use(http.post('*/api/planner/lightning-lane/bookings', () => refusal('lane-offering-gone')))
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Practice booking of Space Mountain' }))

  expect(await screen.findByText('Booking Failed')).toBeDefined()
  expect(screen.getByText(/^Pending/)).toBeDefined()
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

  expect(await screen.findByRole('button', { name: 'Practice booking of Space Mountain' })).toBeDefined()
  expect(FakeEventSource.opened).toHaveLength(1)
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
