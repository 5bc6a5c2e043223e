import { destinationList, parkView } from '@walkon/contracts/http/parks'
import { rideHistory } from '@walkon/contracts/http/ride-history'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COASTER, DINER, LAKE, NORTH, PARADE, rideRow } from '../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeAll(async () => {
  world = await createWorld(database)
  world.resort.parks[0].live[0] = rideRow({ id: COASTER, name: 'Comet Coaster', wait: 25 })
  await world.pollAfter(5)
})
afterAll(() => world.close())

const get = (url: string) => world.app.inject(url)
const UNKNOWN = 'f0000000-0000-4000-8000-000000000000'

describe('GET /destinations', () => {
  test('200: the directory has each destination with its parks, cacheable by all for a minute', async () => {
    const response = await get('/destinations')
    expect(response.statusCode).toBe(200)
    expect(destinationList.parse(response.json())).toMatchObject([
      {
        id: LAKE,
        slug: 'lakeresort',
        parks: [{ id: NORTH, timezone: 'America/New_York' }, { name: 'South Park' }],
      },
    ])
    expect(response.headers['cache-control']).toContain('public, max-age=60')
  })
})

describe('GET /:parkId', () => {
  test('200: a park has its hours of today', async () => {
    const response = await get(`/${NORTH}`)
    expect(response.statusCode).toBe(200)
    expect(parkView.parse(response.json())).toMatchObject({
      name: 'North Park',
      destinationName: 'Lake Resort',
      date: '2026-07-14',
      hours: [
        { type: 'OPERATING', opensAt: '2026-07-14T13:00:00.000Z', closesAt: '2026-07-15T02:00:00.000Z' },
      ],
      isOpen: true,
    })
  })

  test('200: a park has its restaurants and shows, with the slug and the location that the feed gives', async () => {
    expect(parkView.parse((await get(`/${NORTH}`)).json())).toMatchObject({
      restaurants: [
        { id: DINER, name: 'Pier Diner', slug: 'pierdiner', location: { latitude: 41.5, longitude: -82.75 } },
      ],
      shows: [{ id: PARADE, name: 'Lake Parade', slug: null, location: null }],
    })
  })

  test('200: a park is found by its id in capitals', async () => {
    expect((await get(`/${NORTH.toUpperCase()}`)).statusCode).toBe(200)
  })
})

describe.for(['', '/hours', '/usual', '/shows', '/restaurants', '/live', '/live/stream'])(
  'GET /:parkId%s',
  (path) => {
    test('404: an unknown park is not found', async () => {
      const response = await get(`/${UNKNOWN}${path}`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'park-not-found' })
    })

    test.for(['nowhere', '1', '%00', `${NORTH}x`])('400: %s is not an id of a park', async (id) => {
      const response = await get(`/${id}${path}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'invalid-request' })
    })
  },
)

const history = (query = '', rideId = COASTER) => get(`/attractions/${rideId}/history${query}`)

describe('GET /attractions/:rideId/history', () => {
  test('200: the history of a ride has the changes of today', async () => {
    const response = await history()
    expect(response.statusCode).toBe(200)
    expect(rideHistory.parse(response.json())).toEqual({
      rideId: COASTER,
      name: 'Comet Coaster',
      parkId: NORTH,
      timezone: 'America/New_York',
      date: '2026-07-14',
      observations: [
        { observedAt: '2026-07-14T16:00:00.000Z', status: 'OPERATING', waitMinutes: 40 },
        { observedAt: '2026-07-14T16:05:00.000Z', status: 'OPERATING', waitMinutes: 25 },
      ],
    })
  })

  test('200: the history of a day without observations is empty', async () => {
    expect((await history('?date=2026-07-01')).json()).toMatchObject({ date: '2026-07-01', observations: [] })
  })

  test.for(['2026-07-15', '9999-12-31', '0001-01-01', '2026-06-01'])(
    '422: the history of %s is not stored, or no longer',
    async (date) => {
      const response = await history(`?date=${date}`)
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ code: 'date-out-of-range' })
    },
  )

  test.for(['2026-02-30', 'today', '2026-7-1', '', '275760-09-13'])(
    '400: %o is not a date of a history',
    async (date) => {
      const response = await history(`?date=${date}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'invalid-request' })
    },
  )

  test('404: the history of an unknown ride is not found', async () => {
    const response = await history('', UNKNOWN)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'attraction-not-found' })
  })
})

test('the metrics show requests, observations and ages', async () => {
  const text = await world.metrics.metrics()
  expect(text).toContain('feed_requests_total{outcome="ok",service="park-data"}')
  expect(text).toMatch(/observations_total\{service="park-data"\} 8/)
  expect(text).toMatch(/poll_age_seconds\{destination="lakeresort",service="park-data"\} 0/)
})
