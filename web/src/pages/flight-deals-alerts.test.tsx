import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aFlight, found, serveFlights } from '../test/flights.ts'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const SEARCH = '/flight-deals?from=BOS&to=disney-world&depart=2027-03-01'

beforeEach(() => serveParks([]))

test('an alert without all its fields is refused in the document’s words', async () => {
  const asked = serveFlights()
  const { user } = renderApp('/flight-deals')

  await user.click(await screen.findByRole('button', { name: 'Create alert' }))

  await screen.findByText(/Please fill in all fields to set up an alert/)
  await expectFocusOn(screen.getByRole('textbox', { name: 'Email' }))
  expect(screen.getByText(/Enter your highest price in US dollars/)).toBeDefined()

  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await user.type(screen.getByRole('textbox', { name: /Max price/ }), '300')
  await user.click(screen.getByRole('button', { name: 'Create alert' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Please fill in all fields to set up an alert',
  )
  expect(asked.alerts).toEqual([])
})

test('an alert is set once, however often its button is pressed', async () => {
  const asked = serveFlights({ MCO: () => found([aFlight()]) })
  const { user } = renderApp(`${SEARCH}&airport=MCO`)
  await screen.findByRole('heading', { name: 'Found 1 flights' })
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await user.dblClick(screen.getByRole('button', { name: 'Create alert' }))
  await screen.findByText('Alert Created!')
  expect(asked.alerts).toHaveLength(1)
})

test('an alert is set for the trip of the search, at a tenth below the cheapest unless the visitor says another price', async () => {
  const asked = serveFlights({ MCO: () => found([aFlight()]) })
  const { user } = renderApp(`${SEARCH}&airport=MCO&return=2027-03-08`)
  await screen.findByRole('heading', { name: 'Found 1 flights' })

  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await user.click(screen.getByRole('button', { name: 'Create alert' }))

  const done = (await screen.findByText('Alert Created!')).parentElement
  expect(done?.textContent).toContain(
    "Alert Created!You'll receive an email when we find deals matching your criteria.",
  )
  expect(asked.alerts).toEqual([
    {
      homeAirport: 'BOS',
      destinationPark: 'disney-world',
      airport: 'MCO',
      email: 'ada@example.com',
      maxPrice: 281,
      departureDate: '2027-03-01',
      returnDate: '2027-03-08',
    },
  ])
})

test('an alert that could not be set says so in the document’s words', async () => {
  serveFlights({ MCO: () => found([aFlight()]) })
  server.use(http.post('*/api/flights/alerts', () => refusal('internal')))
  const { user } = renderApp(`${SEARCH}&airport=MCO`)
  await screen.findByRole('heading', { name: 'Found 1 flights' })

  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com')
  await user.click(screen.getByRole('button', { name: 'Create alert' }))

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Subscription FailedUnable to create alert. Please try again.',
  )
})

const ALERT = {
  id: '7c0a6f3e-6f0e-4f0a-9a51-0a3ff0f7a001',
  homeAirport: 'BOS',
  destinationPark: 'disney-world',
  airport: null,
  maxPrice: 300,
  departureDate: '2027-03-01',
  returnDate: null,
  email: 'ada@example.com',
  status: 'active',
  createdAt: '2026-11-20T12:00:00Z',
  checkedAt: '2026-11-25T12:00:00Z',
  toldCents: 28_000,
  prices: [
    { date: '2026-11-24', cents: 35_000 },
    { date: '2026-11-25', cents: 28_000 },
  ],
}

/** An account with one alert, which is gone after a request to delete it. Returns the ids of those requests. */
function serveAlert(answer: () => Response = () => new HttpResponse(null, { status: 204 })): string[] {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const deleted: string[] = []
  server.use(
    http.get('*/api/flights/alerts', () =>
      HttpResponse.json({ items: deleted.length > 0 ? [] : [ALERT], next: null }),
    ),
    http.delete('*/api/flights/alerts/:id', ({ params }) => {
      deleted.push(String(params['id']))
      return answer()
    }),
  )
  return deleted
}

test('an account sees its alerts with the prices of their days, and deletes one after a question', async () => {
  const deleted = serveAlert()
  const { user } = renderApp('/flight-alerts')

  const row = within(await screen.findByRole('list', { name: 'Your flight alerts' })).getByRole('listitem')
  expect(row.textContent).toContain('$300 or lessActiveBOS to Disney World (Florida)')
  expect(within(row).getByRole('img').getAttribute('aria-label')).toBe(
    'Cheapest fare of 2 days: from $280 to $350, $280 last. Your price is $300.',
  )
  await user.click(within(row).getByRole('button', { name: /^Delete the alert/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete alert' }))

  await screen.findByRole('heading', { name: 'No flight alerts' })
  expect(deleted).toEqual([ALERT.id])
})

test('an alert that another tab has deleted leaves the list as well', async () => {
  serveAlert(() => refusal('flight-alert-not-found'))
  const { user } = renderApp('/flight-alerts')

  await user.click(await screen.findByRole('button', { name: /^Delete the alert/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete alert' }))

  expect(await screen.findByRole('heading', { name: 'No flight alerts' })).toBeDefined()
})
