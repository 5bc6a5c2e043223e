import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { aLanePark, invited, LANE_PARK, SALE_KEY, serveLanes } from '../test/lanes.ts'
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
