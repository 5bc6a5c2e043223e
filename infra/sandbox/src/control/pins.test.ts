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
