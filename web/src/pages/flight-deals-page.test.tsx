import type { Flight, FlightSearchResult, NewFlightAlert } from '@walkon/contracts/http/flights'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const SEARCH = '/flight-deals?from=BOS&to=disney-world&depart=2027-03-01'

const aFlight = (overrides: Partial<Flight> = {}): Flight => ({
  id: 'off_1',
  airline: 'Delta Air Lines',
  airlineCode: 'DL',
  airlineLogo: null,
  departureTime: '2027-03-01T09:40:00',
  arrivalTime: '2027-03-02T00:45:00',
  departure: 'BOS',
  arrival: 'MCO',
  durationMinutes: 185,
  stops: 0,
  returnLeg: null,
  priceCents: 31_240,
  currency: 'USD',
  bookingLink: 'https://www.google.com/travel/flights?q=Flights',
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  ...overrides,
})

const found = (flights: Flight[], rest: Partial<FlightSearchResult> = {}) =>
  HttpResponse.json({ flights, unresolvedDestinations: [], failedDestinations: [], ...rest })

/** Flights' API at its wire: the answer of each airport, and the alerts that were set. */
function serveFlights(answers: Record<string, () => Response | Promise<Response>> = {}) {
  const asked = { airports: [] as string[], alerts: [] as NewFlightAlert[] }
  server.use(
    http.get('*/api/flights/airports', () =>
      HttpResponse.json([
        { code: 'BOS', name: 'Logan International Airport', city: 'Boston', country: 'US' },
      ]),
    ),
    http.get('*/api/flights/search', ({ request }) => {
      const airport = new URL(request.url).searchParams.get('destinations') ?? ''
      asked.airports.push(airport)
      return answers[airport]?.() ?? found([])
    }),
    http.post('*/api/flights/alerts', async ({ request }) => {
      asked.alerts.push((await request.json()) as NewFlightAlert)
      return HttpResponse.json({ status: 'confirmation-sent' }, { status: 202 })
    }),
  )
  return asked
}

beforeEach(() => serveParks([]))

test('a search without an airport, a park and a day is refused in the document’s words, and asks nothing', async () => {
  const asked = serveFlights()
  const { user } = renderApp('/flight-deals')

  await user.click(await screen.findByRole('button', { name: 'Search flights' }))

  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toBe('Missing InformationPlease fill in all required fields')
  expect(asked.airports).toEqual([])
})

test('a search stands in the address, with its home airport in three upper-case letters', async () => {
  serveFlights()
  const { user, address } = renderApp('/flight-deals')

  await user.type(await screen.findByRole('combobox', { name: /Home airport/ }), 'bos1ton')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Destination park' }), 'disney-world')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Airport' }), 'MCO')
  await user.type(screen.getByLabelText('Departure'), '2027-03-01')
  await user.click(screen.getByRole('button', { name: 'Search flights' }))

  await screen
    .findByRole('heading', { name: 'Found 0 flights' })
    .catch(() => screen.findByText('Found 0 flights'))
  expect(address()).toBe('/flight-deals?from=BOS&to=disney-world&airport=MCO&depart=2027-03-01')
})

test('a shared address searches all airports of the park, each by itself, and shows what has come while others are awaited', async () => {
  let answer: (response: Response) => void = () => {}
  const asked = serveFlights({
    MCO: () => found([aFlight()]),
    TPA: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    SFB: () => found([], { unresolvedDestinations: ['SFB'] }),
  })
  renderApp(SEARCH)

  await screen.findByRole('heading', { name: '1 flights so far' })
  expect(asked.airports.toSorted()).toEqual(['MCO', 'SFB', 'TPA'])
  const airports = screen.getByRole('list', { name: 'Airports' })
  expect(
    within(airports)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['MCO 1 flights', 'SFB unknown', 'TPA searching'])

  answer(found([aFlight({ id: 'off_2', arrival: 'TPA', priceCents: 20_000, stops: 1 })]))
  await screen.findByRole('heading', { name: 'Found 2 flights' })
  expect(screen.getByText('Some airports could not be resolved: SFB.')).toBeDefined()
})

test('a flight says its airline, local times, duration, stops and price, and books in a new tab that learns nothing', async () => {
  serveFlights({
    MCO: () =>
      found([aFlight(), aFlight({ id: 'off_2', priceCents: 20_000, stops: 2, airline: 'JetBlue Airways' })]),
  })
  renderApp(`${SEARCH}&airport=MCO`)

  const list = await screen.findByRole('list', { name: 'Flights' })
  const [cheapest, dearer] = within(list).getAllByRole('listitem')
  expect(cheapest?.textContent).toContain('$200')
  expect(cheapest?.textContent).toContain('2 stop(s)')
  expect(dearer?.textContent).toContain(
    'DLDelta Air Lines9:40 am – 12:45 am +1 dayBOS to MCO · 3h 5m · Direct$312.40',
  )
  const link = within(list).getAllByRole('link', { name: /^Book Now/ })[0]
  expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
})

test('an offer past its end says so and is searched for again', async () => {
  let searches = 0
  const offers = [
    [aFlight({ expiresAt: new Date(Date.now() - 1_000).toISOString() }), aFlight({ id: 'off_2' })],
    [aFlight({ id: 'off_3' })],
  ]
  serveFlights({ MCO: () => found(offers[searches++] ?? []) })
  const { user } = renderApp(`${SEARCH}&to-airport=MCO`)
  expect(await screen.findByText(/One offer has ended/)).toBeDefined()
  expect(screen.getAllByText('offer ended')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Search again' }))
  await waitFor(() => expect(screen.queryByText('offer ended')).toBeNull())
})

test('flights are sorted as the visitor says, and the address keeps it', async () => {
  serveFlights({
    MCO: () => found([aFlight({ stops: 0 }), aFlight({ id: 'off_2', priceCents: 20_000, stops: 1 })]),
  })
  const { user, address } = renderApp(`${SEARCH}&airport=MCO`)
  const prices = async () =>
    within(await screen.findByRole('list', { name: 'Flights' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => /\$[\d.]+/.exec(textContent ?? '')?.[0])
  expect(await prices()).toEqual(['$200', '$312.40'])

  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'stops')
  expect(await prices()).toEqual(['$312.40', '$200'])
  expect(address()).toContain('sort=stops')
})

test('no flight at all is an error in its looks, with the days nearby', async () => {
  serveFlights()
  renderApp(`${SEARCH}&airport=MCO`)

  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain('Found 0 flights')
  expect(within(panel).getByRole('link', { name: 'Sun, Feb 28' }).getAttribute('href')).toContain(
    'depart=2027-02-28',
  )
})

test.for([
  ['flight-search-failed', 'Search Failed', 'Unable to search flights. Please try again.'],
  ['flight-searches-spent', 'Enough searched for today', 'Our searches of today are used up.'],
  ['flight-origin-unknown', 'Home airport not found', 'No airport has this code.'],
] as const)('a search that fails with %s says "%s"', async ([code, title, text]) => {
  serveFlights({ MCO: () => refusal(code) })
  renderApp(`${SEARCH}&airport=MCO`)

  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain(title)
  expect(panel.textContent).toContain(text)
})

test('an alert without all its fields is refused in the document’s words', async () => {
  const asked = serveFlights()
  const { user } = renderApp('/flight-deals')

  await user.click(await screen.findByRole('button', { name: 'Create alert' }))

  expect((await screen.findByRole('alert')).textContent).toContain(
    'Please fill in all fields to set up an alert',
  )
  expect(asked.alerts).toEqual([])
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

test('an account sees its alerts with the prices of their days, and deletes one after a question', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const deleted: string[] = []
  const alert = {
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
  server.use(
    http.get('*/api/flights/alerts', () =>
      HttpResponse.json({ items: deleted.length > 0 ? [] : [alert], next: null }),
    ),
    http.delete('*/api/flights/alerts/:id', ({ params }) => {
      deleted.push(String(params['id']))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderApp('/flight-alerts')

  const row = within(await screen.findByRole('list', { name: 'Your flight alerts' })).getByRole('listitem')
  expect(row.textContent).toContain('BOS to Disney World (Florida)')
  expect(within(row).getByRole('img').getAttribute('aria-label')).toBe(
    'Cheapest fare of 2 days: from $280 to $350, $280 last. Your price is $300.',
  )
  await user.click(within(row).getByRole('button', { name: /^Delete the alert/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete alert' }))

  await screen.findByRole('heading', { name: 'No flight alerts' })
  expect(deleted).toEqual([alert.id])
})
