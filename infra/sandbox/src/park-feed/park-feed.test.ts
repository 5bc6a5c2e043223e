import { ApiError, RateLimitError, ThemeParks, currentWaitTime } from 'themeparks'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../testing/test-sandbox.ts'

const MAGIC_KINGDOM = '75ea578a-adc8-4116-a54d-dccb60765ef9'
const WALT_DISNEY_WORLD = 'e957da41-3552-4cf6-b636-5babc5cbc4e5'
const SPACE_MOUNTAIN = 'b2260923-9315-40fd-9c6b-44dd811dbe64'

const rowList = z.array(
  z.looseObject({ id: z.string(), parkId: z.string().nullable(), entityType: z.string() }),
)

async function startFeed(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options)
  const baseUrl = `${sandbox.url}/park-feed/v1`
  return {
    ...sandbox,
    baseUrl,
    feed: new ThemeParks({ baseUrl, cache: false, retry: { max: 0, on429: false } }),
  }
}

test('the directory has all 19 parks, and every id in it leads somewhere', async () => {
  const { feed } = await startFeed()

  const { destinations } = await feed.destinations.list()

  const parks = (destinations ?? []).flatMap((destination) => destination.parks ?? [])
  expect(parks).toHaveLength(19)
  for (const { id, name } of parks) {
    expect(await feed.entity(id ?? '').get()).toMatchObject({ id, name, entityType: 'PARK' })
  }
})

test('an entity answers to its id and to its slug', async () => {
  const { feed } = await startFeed()

  expect(await feed.entity('magickingdompark').get()).toEqual(await feed.entity(MAGIC_KINGDOM).get())
  expect(await feed.entity(SPACE_MOUNTAIN).get()).toMatchObject({
    name: 'Space Mountain',
    entityType: 'ATTRACTION',
    parkId: MAGIC_KINGDOM,
    destinationId: WALT_DISNEY_WORLD,
    timezone: 'America/New_York',
  })
})

test('an unknown id is not found, in the words of the provider', async () => {
  const { feed, baseUrl } = await startFeed()

  await expect(feed.entity('7c4c93b0-0000-4000-8000-000000000000').live()).rejects.toBeInstanceOf(ApiError)
  const response = await fetch(`${baseUrl}/entity/nowhere`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ success: false, error: { code: 404 } })
})

test('the children of a destination are all its parks and their attractions, to be rebuilt from the parent', async () => {
  const { feed } = await startFeed()

  const { children } = await feed.entity(WALT_DISNEY_WORLD).children()

  expect(children!.filter((child) => child.parentId === WALT_DISNEY_WORLD)).toHaveLength(4)
  expect(children!.find((child) => child.id === SPACE_MOUNTAIN)).toMatchObject({ parentId: MAGIC_KINGDOM })
})

test('one answer holds the waits of all parks of a destination, each row with its park', async () => {
  const { feed } = await startFeed()

  const { liveData } = await feed.entity(WALT_DISNEY_WORLD).live()

  const rows = rowList.parse(liveData)
  expect(new Set(rows.map((row) => row.parkId))).toHaveLength(5)
  expect(rows.filter((row) => row.parkId === null).map((row) => row.entityType)).toEqual(
    Array(4).fill('PARK'),
  )
  expect(rows.some((row) => row.id === SPACE_MOUNTAIN && row.parkId === MAGIC_KINGDOM)).toBe(true)
})

test('a ride posts a wait, a walk-through 0, an unposted one null and a castle no queue at all', async () => {
  const { feed } = await startFeed()
  const { liveData } = await feed.entity(MAGIC_KINGDOM).live()
  const row = (name: string) => liveData!.find((each) => each.name === name)!

  expect(currentWaitTime(row('Swiss Family Treehouse'))).toBe(0)
  expect(row('Main Street Vehicles').queue?.STANDBY).toEqual({ waitTime: null })
  expect(row('Cinderella Castle').queue).toBeUndefined()
  expect(row('Space Mountain').queue?.RETURN_TIME).toBeDefined()
  expect(row('Be Our Guest Restaurant')).toMatchObject({ entityType: 'RESTAURANT' })
})

test('only the wanted types are shown', async () => {
  const { baseUrl } = await startFeed()

  const response = await fetch(`${baseUrl}/entity/${MAGIC_KINGDOM}/live?entityType=SHOW`)

  const { liveData } = z.object({ liveData: rowList }).parse(await response.json())
  expect(new Set(liveData.map((row) => row.entityType))).toEqual(new Set(['SHOW']))
})

test('304: an answer whose tag is still right is not sent again, until a wait has changed', async () => {
  const { baseUrl, clock } = await startFeed()
  const ask = (tag: string) =>
    fetch(`${baseUrl}/entity/${MAGIC_KINGDOM}/live`, { headers: { 'if-none-match': tag } })
  const first = await fetch(`${baseUrl}/entity/${MAGIC_KINGDOM}/live`)
  const tag = first.headers.get('etag')!

  const unchanged = await ask(tag)
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  expect(first.headers.get('cache-control')).toContain('max-age=60')

  clock.now = new Date(clock.now.getTime() + 600_000)
  expect((await ask(tag)).status).toBe(200)
})

test('the schedule covers now and the 30 days after, in the time of the park', async () => {
  const { feed, clock } = await startFeed()

  const { schedule } = await feed.entity(MAGIC_KINGDOM).schedule.upcoming()

  expect(schedule).toHaveLength(31)
  const [today] = schedule!
  expect(today).toMatchObject({
    date: '2026-11-21',
    type: 'OPERATING',
    openingTime: '2026-11-21T00:00:00-05:00',
  })
  expect(Date.parse(today?.closingTime ?? '')).toBeGreaterThan(clock.now.getTime())
})

test('a month of the schedule keeps to the offsets of that month, and a destination has one for each park', async () => {
  const { feed, baseUrl } = await startFeed({ alwaysOpen: false })

  const march = await feed.entity(MAGIC_KINGDOM).schedule.month(2026, 3)
  const operating = march.schedule!.filter((entry) => entry.type === 'OPERATING')
  expect(operating).toHaveLength(31)
  expect(operating[6]!.openingTime).toBe('2026-03-07T09:00:00-05:00')
  expect(operating[7]!.openingTime).toBe('2026-03-08T09:00:00-04:00')

  const { parks } = await feed.entity(WALT_DISNEY_WORLD).schedule.upcoming()
  expect(parks).toHaveLength(4)
  expect((await fetch(`${baseUrl}/entity/${MAGIC_KINGDOM}/schedule/2026/3`)).status).toBe(400)
})

test('more than 300 requests of one caller in a minute are refused until the minute is over', async () => {
  const { feed, clock } = await startFeed()
  for (let sent = 0; sent < 300; sent++) await feed.destinations.list()

  const refused = await feed.destinations.list().catch((err: unknown) => err)
  expect(refused).toBeInstanceOf(RateLimitError)
  expect(refused).toMatchObject({ retryAfterMs: 60_000 })

  clock.now = new Date(clock.now.getTime() + 60_000)
  await feed.destinations.list()
})
