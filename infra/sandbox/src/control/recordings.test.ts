import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  EPCOT,
  MAGIC_KINGDOM,
  recorded,
  SPACE_MOUNTAIN,
  startFeed,
  WALT_DISNEY_WORLD,
} from '../testing/feed-sandbox.ts'

describe('a recorded response', () => {
  test('a recorded response of any type is served byte for byte', async () => {
    const { record, baseUrl } = await startFeed()
    const body = '<html><h1>502 Bad Gateway</h1>'

    await record(`${MAGIC_KINGDOM}/live`, body, { 'content-type': 'text/html' })

    const response = await fetch(`${baseUrl}/entity/${MAGIC_KINGDOM}/live`)
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/html', body])
  })

  test.for(['{"liveData": [{"id": "b22', '', '{"error": "oops"}'])(
    'a recording of a park without readable rows is also the answer of its destination: %s',
    async (body) => {
      const { record, baseUrl } = await startFeed()

      await record(`${MAGIC_KINGDOM}/live`, body)

      const response = await fetch(`${baseUrl}/entity/${WALT_DISNEY_WORLD}/live`)
      expect(await response.text()).toBe(body)
    },
  )

  test('a recording of a park replaces only the rows of that park in the answer of its destination', async () => {
    const { record, rowsOf } = await startFeed()
    const epcotBefore = (await rowsOf(EPCOT)).map((row) => row.id)

    await record(
      `${MAGIC_KINGDOM}/live`,
      recorded({ id: 'new-ride', status: 'OPERATING', queue: { STANDBY: { waitTime: -3 } } }),
    )

    const rows = await rowsOf(WALT_DISNEY_WORLD)
    expect(rows.filter((row) => row.parkId === MAGIC_KINGDOM)).toEqual([
      { id: 'new-ride', parkId: MAGIC_KINGDOM, status: 'OPERATING', queue: { STANDBY: { waitTime: -3 } } },
    ])
    expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining(epcotBefore))
  })

  test('an empty recording of a park leaves its destination without rows of it', async () => {
    const { record, rowsOf } = await startFeed()

    await record(`${MAGIC_KINGDOM}/live`, recorded())

    expect((await rowsOf(WALT_DISNEY_WORLD)).some((row) => row.parkId === MAGIC_KINGDOM)).toBe(false)
  })

  test('a pin overrides a recording, also for a ride that only the recording has', async () => {
    const { record, control, rowsOf } = await startFeed()
    await record(`${MAGIC_KINGDOM}/live`, recorded({ id: 'new-ride', status: 'CLOSED' }))

    await control('PUT', '/rides/new-ride', { waitMinutes: 15 })

    expect(await rowsOf(MAGIC_KINGDOM)).toEqual([
      expect.objectContaining({ id: 'new-ride', status: 'OPERATING', queue: { STANDBY: { waitTime: 15 } } }),
    ])
  })

  test('a deleted recording is no longer served, and every row has changed at that moment', async () => {
    const { record, control, spaceMountain, clock } = await startFeed()
    await record(`${MAGIC_KINGDOM}/live`, recorded())
    clock.now = new Date('2026-11-21T17:00:07Z')

    expect((await control('DELETE', `/feed/${MAGIC_KINGDOM}/live`)).status).toBe(204)

    expect((await spaceMountain()).lastUpdated! >= '2026-11-21T17:00:07Z').toBe(true)
  })

  test('a recording moves its timestamps so that recordedAt becomes now, in the present offset of the park', async () => {
    const { record, rowsOf, clock } = await startFeed()
    clock.now = new Date('2026-11-21T17:00:00Z')
    const row = {
      id: 'r',
      lastUpdated: '2026-04-14T22:26:02Z',
      returnStart: '2026-04-14T19:30:00-04:00',
      name: '2026',
    }

    await record(`${MAGIC_KINGDOM}/live?recordedAt=2026-04-14T22:27:02Z`, recorded(row))

    expect(await rowsOf(MAGIC_KINGDOM)).toEqual([
      {
        id: 'r',
        lastUpdated: '2026-11-21T16:59:00Z',
        returnStart: '2026-11-21T13:02:58-05:00',
        name: '2026',
      },
    ])
  })

  test('a recorded schedule moves by whole days, so that the recorded today becomes today', async () => {
    const { record, feed, clock } = await startFeed()
    clock.now = new Date('2026-11-22T08:30:00Z')
    const entry = { date: '2026-04-14', type: 'OPERATING', openingTime: '2026-04-14T09:00:00-04:00' }

    const body = JSON.stringify({ timezone: 'America/New_York', schedule: [entry] })
    await record(`${MAGIC_KINGDOM}/schedule?recordedAt=2026-04-14T16:00:00-04:00`, body)

    const { schedule } = await feed.entity(MAGIC_KINGDOM).schedule.upcoming()
    expect(schedule).toEqual([
      { date: '2026-11-21', type: 'OPERATING', openingTime: '2026-11-21T20:30:00-05:00' },
    ])
  })

  test('a recording can replace an entity and its children, and add an entity that the catalogue lacks', async () => {
    const { record, feed } = await startFeed()

    await record('brand-new/entity', '{"id":"brand-new","name":"Brand new"}')
    await record(`${MAGIC_KINGDOM}/children`, '{"children":[{"id":"only-child"}]}')

    expect(await feed.entity('brand-new').get()).toEqual({ id: 'brand-new', name: 'Brand new' })
    const { children } = await feed.entity(WALT_DISNEY_WORLD).children()
    expect(children).toContainEqual({ id: 'only-child' })
    expect(children!.some((child) => child.id === SPACE_MOUNTAIN)).toBe(false)
  })

  test.for(['nonsense', 'live2'])('400: a recording of the unknown kind %s is refused', async (kind) => {
    const { record } = await startFeed()
    expect((await record(`${MAGIC_KINGDOM}/${kind}`, '{}')).status).toBe(400)
  })
})

const recordings = new URL('../../../../../shared/data/themeparks/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, recordings))

const attractionsAmong = (children: { id: string; name: string; entityType: string }[]) =>
  new Set(
    children.filter(({ entityType }) => entityType === 'ATTRACTION').map(({ id, name }) => `${id} ${name}`),
  )

describe.skipIf(!existsSync(recordings))('recordings of the real feed (kept out of the repository)', () => {
  test('recordings of the real feed are served as they are, with the attractions of the catalogue', async () => {
    const { record, baseUrl, feed } = await startFeed()
    const simulated = (await feed.entity(MAGIC_KINGDOM).children()).children!
    const kinds = {
      live: 'live_operating_2026-04-14',
      children: 'children',
      entity: 'entity',
      schedule: 'schedule_2026-04-15',
    }

    for (const [kind, name] of Object.entries(kinds)) {
      const body = read(`magic-kingdom_${name}.json`)
      await record(`${MAGIC_KINGDOM}/${kind}`, body)
      const path = kind === 'entity' ? '' : `/${kind}`
      expect(await (await fetch(`${baseUrl}/entity/${MAGIC_KINGDOM}${path}`)).text()).toBe(body.toString())
    }
    const { children } = await feed.entity(MAGIC_KINGDOM).children()
    expect(attractionsAmong(simulated)).toEqual(attractionsAmong(children!))
  })

  test('recordings of the real feed are moved to the present by recordedAt', async () => {
    const { record, rowsOf, clock } = await startFeed()

    await record(
      `${MAGIC_KINGDOM}/live?recordedAt=2026-04-14T22:28:00Z`,
      read('magic-kingdom_live_operating_2026-04-14.json'),
    )

    const times = (await rowsOf(MAGIC_KINGDOM)).map((row) => Date.parse(row.lastUpdated!))
    expect(clock.now.getTime() - Math.max(...times)).toBeLessThan(120_000)
  })
})
