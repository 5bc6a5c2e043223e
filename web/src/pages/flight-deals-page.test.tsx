import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aFlight, found, serveFlights } from '../test/flights.ts'
import { todayHere } from '../features/flights/trip.ts'
import { addDays, dayLabel } from '../lib/park-time.ts'
import { expectFocusOn } from '../test/focus.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'

const SEARCH = '/flight-deals?from=BOS&to=disney-world&depart=2027-03-01'

beforeEach(() => serveParks([]))

test('a search without an airport, a park and a day is refused in the document’s words, and asks nothing', async () => {
  const asked = serveFlights()
  const { user } = renderApp('/flight-deals')

  await user.click(await screen.findByRole('button', { name: 'Search flights' }))

  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toBe('Missing InformationPlease fill in all required fields')
  await expectFocusOn(screen.getByRole('combobox', { name: /Home airport/ }))
  expect(asked.airports).toEqual([])

  await user.type(screen.getByRole('combobox', { name: /Home airport/ }), 'bos')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Destination park' }), 'disney-world')
  await user.click(screen.getByRole('button', { name: 'Search flights' }))
  await expectFocusOn(screen.getByRole('button', { name: /^Departure/ }))
})

test('a search stands in the address, with its home airport in three upper-case letters', async () => {
  serveFlights()
  const { user, address } = renderApp('/flight-deals')

  await user.type(await screen.findByRole('combobox', { name: /Home airport/ }), 'bos1ton')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Destination park' }), 'disney-world')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Airport' }), 'MCO')
  const depart = addDays(todayHere(new Date()), 1)
  await user.click(screen.getByRole('button', { name: 'Departure: Choose a day' }))
  const calendar = within(await screen.findByRole('dialog', { name: 'Departure' }))
  const next = () => calendar.getByRole('button', { name: 'Go to the Next Month' })
  await calendar.findByRole('grid')
  const words = new Date(`${depart}T12:00:00`).toLocaleDateString('en-US', { dateStyle: 'full' })
  if (!calendar.queryByRole('button', { name: words })) await user.click(next())
  await user.click(calendar.getByRole('button', { name: words }))
  expect(screen.getByRole('button', { name: `Departure: ${dayLabel(depart)}` })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Search flights' }))

  await screen
    .findByRole('heading', { name: 'Found 0 flights' })
    .catch(() => screen.findByText('Found 0 flights'))
  expect(address()).toBe(`/flight-deals?from=BOS&to=disney-world&airport=MCO&depart=${depart}`)
})

test('a return is taken out again', async () => {
  serveFlights()
  const { user } = renderApp(`${SEARCH}&return=2027-03-08`)
  await user.click(await screen.findByRole('button', { name: 'Return: none' }))
  expect(screen.getByRole('button', { name: 'Return: Optional' })).toBeDefined()
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

test('the airport where a trip starts is not searched, and is not called unknown', async () => {
  const asked = serveFlights({ SFB: () => found([aFlight({ arrival: 'SFB' })]), TPA: () => found([]) })
  renderApp(SEARCH.replace('from=BOS', 'from=MCO'))

  await screen.findByRole('heading', { name: 'Found 1 flights' })
  expect(asked.airports.toSorted()).toEqual(['SFB', 'TPA'])
  expect(screen.getByText('MCO is where you start.')).toBeDefined()
  expect(screen.queryByText(/could not be resolved/)).toBeNull()
})

test('a trip to the airport where it starts has no other days to try', async () => {
  serveFlights({})
  renderApp(SEARCH.replace('from=BOS', 'from=MCO') + '&airport=MCO')

  await screen.findByText('MCO is where you start.')
  expect(screen.queryByText(/Try a day nearby/)).toBeNull()
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
    '$3139:40 am – 12:45 am +1 dayDirect · 3h 5m · BOS to MCODLDelta Air Lines',
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

test('above the flights a link leads to the form of price alerts, which a phone shows below them', async () => {
  serveFlights({ MCO: () => found([aFlight()]) })
  renderApp(`${SEARCH}&airport=MCO`)

  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Get price alerts for this trip' })
  expect(link.hash).toBe(`#${screen.getByRole('form', { name: 'Get Price Alerts' }).id}`)
})

test('flights are sorted as the visitor says, and the address keeps it', async () => {
  serveFlights({
    MCO: () => found([aFlight({ stops: 0 }), aFlight({ id: 'off_2', priceCents: 20_000, stops: 1 })]),
  })
  const { user, address } = renderApp(`${SEARCH}&airport=MCO`)
  const prices = async () =>
    within(await screen.findByRole('list', { name: 'Flights' }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('.num')?.textContent)
  expect(await prices()).toEqual(['$200', '$313'])

  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'stops')
  expect(await prices()).toEqual(['$313', '$200'])
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
  ['flight-searches-spent', 'Enough searched for today', 'Today’s searches are used up.'],
  ['flight-origin-unknown', 'Home airport not found', 'No airport has this code.'],
] as const)('a search that fails with %s says "%s"', async ([code, title, text]) => {
  serveFlights({ MCO: () => refusal(code) })
  renderApp(`${SEARCH}&airport=MCO`)

  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain(title)
  expect(panel.textContent).toContain(text)
})

test('the filled button is the search’s, until flights are shown: then it is the one of their alert', async () => {
  let fails = true
  serveFlights({ MCO: () => (fails ? refusal('flight-search-failed') : found([aFlight()])) })
  const { user } = renderApp(`${SEARCH}&airport=MCO`)
  const filled = () =>
    within(screen.getByRole('main'))
      .getAllByRole('button')
      .filter(({ classList }) => classList.contains('btn') && !classList.contains('btn--quiet'))
      .map(({ textContent }) => textContent)

  await screen.findByRole('button', { name: 'Try again' })
  expect(filled()).toEqual(['Search flights'])
  fails = false
  await user.click(screen.getByRole('button', { name: 'Search flights' }))
  await screen.findByRole('heading', { name: 'Found 1 flights' })
  expect(filled()).toEqual(['Create alert'])
})
