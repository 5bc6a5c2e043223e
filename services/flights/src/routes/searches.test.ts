import type { FlightSearchResult } from '@walkon/contracts/http/flights'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createTestFlights, DEPARTURE, NOON, RETURN } from '../testing/flights.ts'

const flights = await createTestFlights({
  FLIGHT_SEARCHES_PER_DAY: '8',
  DUFFEL_TIMEOUT_SECONDS: '3',
  SEARCH_WAIT_SECONDS: '0.2',
})
const { app, clock, duffel, metrics } = flights
afterAll(flights.close)
afterEach(async () => {
  await duffel.recover()
  await flights.clear()
})

let days = 0
/** A day of departure for which no other test has searched: fares are kept by another clock than the tests'. */
const aDay = () => new Date(Date.parse(DEPARTURE) + (days += 1) * 86_400_000).toISOString().slice(0, 10)

let clients = 0
/** A client network has a share of the day's searches, so that each search is another's. */
const aClient = () => `10.1.${(clients += 1)}.1`

async function search(query: Record<string, string> = {}, remoteAddress = aClient(), replica = app) {
  const response = await replica.inject({
    url: '/search',
    query: { origin: 'BOS', destinations: 'MCO', departureDate: aDay(), ...query },
    remoteAddress,
  })
  return {
    status: response.statusCode,
    body: response.json<FlightSearchResult & { code?: string }>(),
    headers: response.headers,
  }
}

describe('GET /search', () => {
  test('200: flights to all airports come cheapest first, with local times, stops and a link that follows nobody', async () => {
    const { status, body } = await search({
      origin: 'BOS',
      destinations: 'MCO,TPA',
      departureDate: DEPARTURE,
      returnDate: RETURN,
    })

    expect(status).toBe(200)
    const prices = body.flights.map(({ priceCents }) => priceCents)
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
    expect(new Set(body.flights.map(({ arrival }) => arrival))).toEqual(new Set(['MCO', 'TPA']))
    const [cheapest] = body.flights
    expect(cheapest).toMatchObject({
      departure: 'BOS',
      departureTime: expect.stringMatching(/^2027-03-01T\d\d:\d\d:00$/),
      durationMinutes: expect.any(Number),
      currency: 'USD',
      returnLeg: { departure: expect.stringMatching(/MCO|TPA/), arrival: 'BOS' },
    })
    expect(cheapest?.bookingLink).toMatch(
      /^https:\/\/www\.google\.com\/travel\/flights\?q=Flights%20from%20BOS%20to%20(MCO|TPA)%20on%202027-03-01%20departing%20\d\d%3A\d\d%20returning%202027-03-08%20departing%20\d\d%3A\d\d%20with%20[^&]+&curr=USD&hl=en$/,
    )
  })

  test('200: stops are changes of plane and technical stops', async () => {
    const connecting = await search({ origin: 'LHR', destinations: 'DXB' })
    const stopping = await search({ origin: 'DXB', destinations: 'AMS' })

    expect(new Set(connecting.body.flights.map(({ stops }) => stops))).toEqual(new Set([1]))
    expect(stopping.body.flights.map(({ stops }) => stops)).toContain(1)
  })

  test('200: a route without flights is an empty list', async () => {
    expect((await search({ origin: 'PVD', destinations: 'RAI' })).body).toEqual({
      flights: [],
      unresolvedDestinations: [],
      failedDestinations: [],
    })
  })

  test('200: an airport that the provider does not know is named, and the others are found', async () => {
    const { body } = await search({ destinations: 'QQX,MCO' })

    expect(body.unresolvedDestinations).toEqual(['QQX'])
    expect(body.flights.length).toBeGreaterThan(0)
  })

  test('200: an airport about which the provider does not answer is named, and the others are found', async () => {
    await duffel.fail('error', 1)
    const { body } = await search({ destinations: 'MCO,TPA' })

    expect(body.failedDestinations).toHaveLength(1)
    expect(body.flights.length).toBeGreaterThan(0)
  })

  test('422: a home airport that the provider does not know', async () => {
    expect(await search({ origin: 'QQX' })).toMatchObject({
      status: 422,
      body: { code: 'flight-origin-unknown' },
    })
  })

  test.for([
    ['a departure that is over', { departureDate: '2026-11-24' }],
    ['a return before the departure', { returnDate: '2027-02-28' }],
    ['days that are not sold yet', { departureDate: '2028-03-01' }],
  ] as const)('422: %s', async ([, query]) => {
    const before = (await duffel.searches()).length
    expect(await search(query)).toMatchObject({ status: 422, body: { code: 'flight-dates-invalid' } })
    expect(await duffel.searches()).toHaveLength(before)
  })

  test('the day of departure is that of its airport', async () => {
    // Ten in the evening in Honolulu, where it is still the day before.
    clock.now = new Date('2026-11-26T08:00:00Z')
    expect((await search({ origin: 'HNL', departureDate: '2026-11-25' })).status).toBe(200)
    expect((await search({ origin: 'LHR', departureDate: '2026-11-25' })).status).toBe(422)
    clock.now = NOON
  })

  test.for(['down', 'error', 'malformed', 'rate-limited', 'timeout'] as const)(
    '503: the provider fails by "%s", and the next search works',
    async (kind) => {
      await duffel.fail(kind, 1)
      const departureDate = aDay()
      const failed = await search({ departureDate })
      expect(failed).toMatchObject({ status: 503, body: { code: 'flight-search-failed' } })

      await flights.endPause()
      expect((await search({ departureDate })).status).toBe(200)
    },
  )

  test('429: a pause that the provider asks of one replica is kept by the other, which does not ask', async () => {
    await duffel.fail('rate-limited', 1)
    await search()
    // The provider asks for a second, in which a busy machine may not answer.
    const paused = await flights.db.execute(
      sql`update shared_rates set paused_until = paused_until + interval '1 minute' where paused_until is not null`,
    )
    expect(paused.count).toBe(1)
    const before = (await duffel.searches()).length
    const refused = await search({}, undefined, flights.build().app)

    expect(refused).toMatchObject({ status: 429, body: { code: 'flight-searches-busy' } })
    expect(await duffel.searches()).toHaveLength(before)
  })

  test('429: one client network has a share of the day’s searches, and another client still finds flights', async () => {
    const statuses = []
    for (let times = 0; times < 7; times += 1) statuses.push((await search({}, '10.5.5.5')).status)

    expect(statuses).toEqual([...Array<number>(6).fill(200), 429])
    expect((await search({}, '10.5.6.6')).status).toBe(200)
  })

  test('200: fares whose offers have expired are looked for anew', async () => {
    const departureDate = aDay()
    await search({ departureDate }, '10.6.1.1')
    const before = (await duffel.searches()).length
    flights.later(1)
    const { body } = await search({ departureDate }, '10.6.1.1')
    const now = clock.now
    clock.now = NOON

    expect(await duffel.searches()).toHaveLength(before + 1)
    expect(body.flights.filter(({ expiresAt }) => Date.parse(expiresAt) <= now.getTime())).toEqual([])
  })

  test('400: a code that is none', async () => {
    expect((await search({ origin: 'BOSTON' })).status).toBe(400)
    expect((await search({ destinations: '' })).status).toBe(400)
  })

  test('equal searches at once are one, and so are those of the next minutes', async () => {
    const departureDate = aDay()
    const before = (await duffel.searches()).length
    const answers = await Promise.all([1, 2, 3, 4].map(() => search({ departureDate })))
    await search({ origin: 'bos', departureDate })

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await duffel.searches()).toHaveLength(before + 1)
  })

  test('503: past the cap nothing is bought, the answer says when the next day begins, and it begins', async () => {
    clock.now = new Date('2026-12-01T23:00:00Z')
    const statuses: number[] = []
    for (let times = 0; times < 9; times += 1) statuses.push((await search({}, `10.7.${times}.1`)).status)
    const before = (await duffel.searches()).length
    const refused = await search({}, '10.7.99.1')

    expect(statuses).toEqual([...Array<number>(8).fill(200), 503])
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'flight-searches-spent' },
      headers: { 'retry-after': '3600' },
    })
    expect(await duffel.searches()).toHaveLength(before)
    expect(await metrics.metrics()).toContain('flight_searches_today{buyer="visitor",service="flights"} 8')

    flights.later(1)
    expect((await search()).status).toBe(200)
    clock.now = NOON
  })
})

describe('GET /airports', () => {
  const suggest = async (query: string) =>
    (await app.inject({ url: '/airports', query: { query } }))
      .json<{ code: string; city: string }[]>()
      .map(({ code }) => code)

  test('200: a code comes first, and a city brings its airports', async () => {
    expect((await suggest('bos'))[0]).toBe('BOS')
    expect(await suggest('orlando')).toEqual(expect.arrayContaining(['MCO', 'SFB']))
    expect(await suggest('são p')).toEqual(await suggest('sao p'))
    expect(await suggest('zzzz')).toEqual([])
  })

  test.for([
    ['New York', 'JFK'],
    ['Chicago', 'ORD'],
    ['CHI', 'ORD'],
    ['NYC', 'JFK'],
    ['TYO', 'HND'],
    ['ohare', 'ORD'],
    ["O'Hare", 'ORD'],
    ['saint louis', 'STL'],
    ['St. Louis', 'STL'],
    ['köln', 'CGN'],
    ['koln', 'CGN'],
    ['são paulo', 'GRU'],
    ['london', 'LHR'],
    ['paris', 'CDG'],
    ['dallas/fort worth', 'DFW'],
  ] as const)('200: %s suggests %s first', async ([query, code]) => {
    expect((await suggest(query))[0]).toBe(code)
  })
})
