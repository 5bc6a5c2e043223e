import { existsSync, readFileSync } from 'node:fs'
import { ThemeParks } from 'themeparks'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../testing/test-sandbox.ts'

const MAGIC_KINGDOM = '75ea578a-adc8-4116-a54d-dccb60765ef9'
const EPCOT = '47f90d2c-e191-4239-a466-5892ef59a88b'
const WALT_DISNEY_WORLD = 'e957da41-3552-4cf6-b636-5babc5cbc4e5'
const SPACE_MOUNTAIN = 'b2260923-9315-40fd-9c6b-44dd811dbe64'

const rowList = z.array(
  z.looseObject({
    id: z.string(),
    parkId: z.string().nullish(),
    lastUpdated: z.string().optional(),
    queue: z.looseObject({ STANDBY: z.object({ waitTime: z.number().nullable() }).optional() }).optional(),
  }),
)

async function start(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox(options)
  const baseUrl = `${sandbox.url}/park-feed/v1`
  const feed = new ThemeParks({ baseUrl, cache: false, retry: { max: 0, on429: false } })
  const rowsOf = async (entityId: string) => rowList.parse((await feed.entity(entityId).live()).liveData)
  return {
    ...sandbox,
    baseUrl,
    feed,
    rowsOf,
    spaceMountain: async () => (await rowsOf(WALT_DISNEY_WORLD)).find((row) => row.id === SPACE_MOUNTAIN)!,
    record: (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      fetch(`${sandbox.url}/sandbox/feed/${path}`, {
        method: 'PUT',
        body: Uint8Array.from(Buffer.from(body)),
        headers,
      }),
  }
}

const recorded = (...liveData: object[]) =>
  JSON.stringify({ id: MAGIC_KINGDOM, timezone: 'America/New_York', liveData })

describe('a pinned ride', () => {
  test('a pinned ride shows the pinned wait from then on, in every answer that has it', async () => {
    const { control, spaceMountain, rowsOf, clock } = await start()
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
    const { control, spaceMountain } = await start()

    await control('PUT', `/rides/${SPACE_MOUNTAIN}`, { status: 'DOWN' })

    expect(await spaceMountain()).toMatchObject({ status: 'DOWN', queue: { STANDBY: { waitTime: null } } })
  })

  test('a pinned ride can run without a reading', async () => {
    const { control, spaceMountain } = await start()

    await control('PUT', `/rides/${SPACE_MOUNTAIN}`, { waitMinutes: null })

    expect(await spaceMountain()).toMatchObject({
      status: 'OPERATING',
      queue: { STANDBY: { waitTime: null } },
    })
  })

  test('a released ride goes back to the simulation, changed at that moment', async () => {
    const { control, spaceMountain, clock } = await start()
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
  ])('400 for %o', async (body) => {
    const { control } = await start()
    expect((await control('PUT', `/rides/${SPACE_MOUNTAIN}`, body)).status).toBe(400)
  })

  test('404: a pin of an unknown ride', async () => {
    const { control } = await start()
    expect((await control('PUT', '/rides/nothing-of-the-kind', { waitMinutes: 5 })).status).toBe(404)
  })
})

describe('a recorded response', () => {
  test('a recorded response of any type is served byte for byte', async () => {
    const { record, baseUrl } = await start()
    const body = '<html><h1>502 Bad Gateway</h1>'

    await record(`${MAGIC_KINGDOM}/live`, body, { 'content-type': 'text/html' })

    const response = await fetch(`${baseUrl}/entity/${MAGIC_KINGDOM}/live`)
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/html', body])
  })

  test.for(['{"liveData": [{"id": "b22', '', '{"error": "oops"}'])(
    'reaches the destination too when nothing can be read from it: %s',
    async (body) => {
      const { record, baseUrl } = await start()

      await record(`${MAGIC_KINGDOM}/live`, body)

      const response = await fetch(`${baseUrl}/entity/${WALT_DISNEY_WORLD}/live`)
      expect(await response.text()).toBe(body)
    },
  )

  test('a recording of a park replaces only the rows of that park in the answer of its destination', async () => {
    const { record, rowsOf } = await start()
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
    const { record, rowsOf } = await start()

    await record(`${MAGIC_KINGDOM}/live`, recorded())

    expect((await rowsOf(WALT_DISNEY_WORLD)).some((row) => row.parkId === MAGIC_KINGDOM)).toBe(false)
  })

  test('a pin overrides a recording, also for a ride that only the recording has', async () => {
    const { record, control, rowsOf } = await start()
    await record(`${MAGIC_KINGDOM}/live`, recorded({ id: 'new-ride', status: 'CLOSED' }))

    await control('PUT', '/rides/new-ride', { waitMinutes: 15 })

    expect(await rowsOf(MAGIC_KINGDOM)).toEqual([
      expect.objectContaining({ id: 'new-ride', status: 'OPERATING', queue: { STANDBY: { waitTime: 15 } } }),
    ])
  })

  test('a deleted recording is no longer served, and every row has changed at that moment', async () => {
    const { record, control, spaceMountain, clock } = await start()
    await record(`${MAGIC_KINGDOM}/live`, recorded())
    clock.now = new Date('2026-11-21T17:00:07Z')

    expect((await control('DELETE', `/feed/${MAGIC_KINGDOM}/live`)).status).toBe(204)

    expect((await spaceMountain()).lastUpdated! >= '2026-11-21T17:00:07Z').toBe(true)
  })

  test('a recording moves its timestamps so that recordedAt becomes now, in the present offset of the park', async () => {
    const { record, rowsOf, clock } = await start()
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
    const { record, feed, clock } = await start()
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
    const { record, feed } = await start()

    await record('brand-new/entity', '{"id":"brand-new","name":"Brand new"}')
    await record(`${MAGIC_KINGDOM}/children`, '{"children":[{"id":"only-child"}]}')

    expect(await feed.entity('brand-new').get()).toEqual({ id: 'brand-new', name: 'Brand new' })
    const { children } = await feed.entity(WALT_DISNEY_WORLD).children()
    expect(children).toContainEqual({ id: 'only-child' })
    expect(children!.some((child) => child.id === SPACE_MOUNTAIN)).toBe(false)
  })

  test.for(['nonsense', 'live2'])('400: a recording has no kind %s', async (kind) => {
    const { record } = await start()
    expect((await record(`${MAGIC_KINGDOM}/${kind}`, '{}')).status).toBe(400)
  })
})

const recordings = new URL('../../../../../shared/data/themeparks/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, recordings))

const attractionsAmong = (children: { id: string; name: string; entityType: string }[]) =>
  new Set(
    children.filter(({ entityType }) => entityType === 'ATTRACTION').map(({ id, name }) => `${id} ${name}`),
  )

describe.skipIf(!existsSync(recordings))(
  'the responses recorded by others (kept out of the repository)',
  () => {
    test('recordings of the real feed are served as they are, with the attractions of the catalogue', async () => {
      const { record, baseUrl, feed } = await start()
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
      const { record, rowsOf, clock } = await start()

      await record(
        `${MAGIC_KINGDOM}/live?recordedAt=2026-04-14T22:28:00Z`,
        read('magic-kingdom_live_operating_2026-04-14.json'),
      )

      const times = (await rowsOf(MAGIC_KINGDOM)).map((row) => Date.parse(row.lastUpdated!))
      expect(clock.now.getTime() - Math.max(...times)).toBeLessThan(120_000)
    })
  },
)
