import { expect, test } from 'vitest'
import { MAGIC_KINGDOM, SPACE_MOUNTAIN, startFeed } from '../testing/feed-sandbox.ts'

test('a pinned ride shows the pinned wait from then on, in every answer that has it', async () => {
  const { control, spaceMountain, rowsOf, clock } = await startFeed()
  clock.now = new Date('2026-11-21T17:20:00Z')

  const response = await control('PUT', `/rides/${SPACE_MOUNTAIN}`, { waitMinutes: 10 })

  expect(response.status).toBe(200)
  const pinned = {
    status: 'OPERATING',
    queue: { STANDBY: { waitTime: 10 } },
    lastUpdated: '2026-11-21T17:20:00Z',
  }
  expect(await spaceMountain()).toMatchObject(pinned)
  clock.now = new Date('2026-11-21T19:00:00Z')
  expect(await rowsOf(SPACE_MOUNTAIN)).toMatchObject([pinned])
  expect((await rowsOf(MAGIC_KINGDOM)).find((row) => row.id === SPACE_MOUNTAIN)).toMatchObject(pinned)
})

test('a pinned ride that does not run shows no wait', async () => {
  const { control, spaceMountain } = await startFeed()

  await control('PUT', `/rides/${SPACE_MOUNTAIN}`, { status: 'DOWN' })

  expect(await spaceMountain()).toMatchObject({ status: 'DOWN', queue: { STANDBY: { waitTime: null } } })
})

test('a pinned ride can run without a reading', async () => {
  const { control, spaceMountain } = await startFeed()

  await control('PUT', `/rides/${SPACE_MOUNTAIN}`, { waitMinutes: null })

  expect(await spaceMountain()).toMatchObject({
    status: 'OPERATING',
    queue: { STANDBY: { waitTime: null } },
  })
})

test('a released ride goes back to the simulation, changed at that moment', async () => {
  const { control, spaceMountain, clock } = await startFeed()
  await control('PUT', `/rides/${SPACE_MOUNTAIN}`, { waitMinutes: 500 })
  clock.now = new Date('2026-11-21T17:00:05Z')

  expect((await control('DELETE', `/rides/${SPACE_MOUNTAIN}`)).status).toBe(204)

  const released = await spaceMountain()
  expect(released.queue?.STANDBY?.waitTime).not.toBe(500)
  expect(released.lastUpdated).toBe('2026-11-21T17:00:05Z')
})

test.for([
  { waitMinutes: -5 },
  { waitMinutes: 501 },
  { waitMinutes: 7.5 },
  { status: 'BROKEN' },
  { wait: 5 },
  {},
])('400: a pin of %o is refused', async (body) => {
  const { control } = await startFeed()
  expect((await control('PUT', `/rides/${SPACE_MOUNTAIN}`, body)).status).toBe(400)
})

test('404: a pin of an unknown ride is refused', async () => {
  const { control } = await startFeed()
  expect((await control('PUT', '/rides/nothing-of-the-kind', { waitMinutes: 5 })).status).toBe(404)
})

test('a pinned queue replaces the one of its kind, and null takes one away', async () => {
  const { control, spaceMountain } = await startFeed()
  const soldOut = { state: 'FINISHED', returnStart: null, returnEnd: null }

  await control('PUT', `/rides/${SPACE_MOUNTAIN}`, {
    queues: { RETURN_TIME: soldOut, SINGLE_RIDER: { waitTime: 15 } },
  })

  const { queue } = await spaceMountain()
  expect(queue).toMatchObject({
    STANDBY: expect.anything(),
    RETURN_TIME: soldOut,
    SINGLE_RIDER: { waitTime: 15 },
  })
  await control('PUT', `/rides/${SPACE_MOUNTAIN}`, {
    queues: { STANDBY: null, RETURN_TIME: null, SINGLE_RIDER: { waitTime: 15 } },
  })
  expect((await spaceMountain()).queue).toEqual({ SINGLE_RIDER: { waitTime: 15 } })
})

test('a new pin without queues shows those of the simulation again', async () => {
  const { control, spaceMountain } = await startFeed()
  await control('PUT', `/rides/${SPACE_MOUNTAIN}`, { queues: { STANDBY: null } })
  await control('PUT', `/rides/${SPACE_MOUNTAIN}`, { waitMinutes: 20 })
  expect((await spaceMountain()).queue).toMatchObject({
    STANDBY: { waitTime: 20 },
    RETURN_TIME: expect.anything(),
  })
})

test('the tables of a restaurant can be pinned, and an empty list is none', async () => {
  const { control, rowsOf } = await startFeed()
  const restaurant = 'e847a8bd-7d21-432b-a7a1-f483517a22b5'
  const tables = [{ partySize: 2, waitTime: 25 }]

  await control('PUT', `/rides/${restaurant}`, { tables })
  expect(await rowsOf(restaurant)).toMatchObject([{ diningAvailability: tables }])
  await control('PUT', `/rides/${restaurant}`, { tables: [] })
  expect((await rowsOf(restaurant))[0]).not.toHaveProperty('diningAvailability')
})

test.for([
  { tables: [{ partySize: 0, waitTime: 5 }] },
  { tables: [{ partySize: 2 }] },
  { queues: { RETURN_TIME: 'FINISHED' } },
])('400: a pin beside the wait of %o is refused', async (body) => {
  const { control } = await startFeed()
  expect((await control('PUT', `/rides/${SPACE_MOUNTAIN}`, body)).status).toBe(400)
})
