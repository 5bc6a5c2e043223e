import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { FEED_LIMITS } from '../clients/park-feed.ts'
import { lakeResort } from '../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

const ages = async () =>
  (await world.metrics.metrics()).split('\n').filter((line) => line.startsWith('poll_age_seconds{'))

test('a process that has lost the role of the poller shows no ages of its readings', async () => {
  expect(await ages()).toHaveLength(1)
  await world.parts?.find(({ name }) => name === 'leader poller')?.stop()
  expect(await ages()).toEqual([])
})

test('a process that polls again shows no ages of readings before another process polled', async () => {
  await world.restartPolling()
  world.clock.now = new Date(world.clock.now.getTime() + 3_600_000)
  world.feed.misbehaviours.set('/live', (response) => void response.writeHead(500).end())
  await world.run('poll-feed')
  expect(await ages()).toEqual([])
})

test('a destination that the feed no longer lists has no age', async () => {
  const closing = { ...lakeResort(), id: 'd0000000-0000-4000-8000-000000000002', slug: 'closing' }
  const park = closing.parks[0]
  park.id = 'a0000000-0000-4000-8000-000000000003'
  park.children = []
  park.live = park.live.map((row) => ({ ...row, id: String(row['id']).replace(/^./, 'e'), parkId: park.id }))
  world.feed.destinations.push({ ...closing, parks: [park] })
  const nextDay = async () => {
    world.clock.now = new Date(world.clock.now.getTime() + 86_400_000)
    await world.run('sync-catalogue')
    await world.run('poll-feed')
  }
  await nextDay()
  expect(await ages()).toHaveLength(2)

  world.feed.destinations.pop()
  await nextDay()

  expect(await ages()).toEqual([expect.stringContaining('lakeresort')])
})

test('a scrape shows how many requests the feed allows at the moment, after those of a poll', async () => {
  const left = /^feed_requests_left\{[^}]*\} (\d+)$/m.exec(await world.metrics.metrics())?.[1]
  expect(Number(left)).toBeGreaterThan(0)
  expect(Number(left)).toBeLessThan(FEED_LIMITS.burst)
})

test('a scrape shows whether this process polls the feed', async () => {
  const polls = async () => /^feed_poller\{[^}]*\} (\d)$/m.exec(await world.metrics.metrics())?.[1]
  expect(await polls()).toBe('1')
  await world.parts?.find(({ name }) => name === 'leader poller')?.stop()
  expect(await polls()).toBe('0')
})
