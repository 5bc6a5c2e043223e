import { arrivalOf } from '@walkon/testing/arrival'
import { liveBoard } from '@walkon/contracts/http/parks'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { insertArchivedBreakdowns } from '../../db/breakdowns.ts'
import { findBuiltUntil, lockBuild, saveBuiltUntil } from '../../db/statistics-builds.ts'
import { COASTER, FLUME, NORTH } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'
import { importHistory } from './import-history.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

async function* toLines(entries: unknown[]) {
  for (const entry of entries) yield typeof entry === 'string' ? entry : JSON.stringify(entry)
}

const imported = (...entries: unknown[]) =>
  importHistory({ db: world.db, retentionDays: 35, now: () => world.clock.now }, toLines(entries))

/** Of the coaster, before the world's noon in New York. */
const reading = (clock: string, waitMinutes: number | null, more: object = {}) => ({
  rideId: COASTER,
  observedAt: `2026-07-14T${clock}:00Z`,
  status: 'OPERATING',
  waitMinutes,
  ...more,
})

const hour = (date: string, minutes: number, more: object = {}) => ({
  rideId: COASTER,
  date,
  hour: 12,
  samples: 2,
  minMinutes: minutes - 5,
  maxMinutes: minutes + 5,
  sumMinutes: 2 * minutes,
  ...more,
})

/** Three weekdays before the Tuesday of the world. */
const WEEKDAYS = ['2026-07-09', '2026-07-10', '2026-07-13']

async function coasterOnBoard() {
  const board = liveBoard.parse((await world.app.inject(`/${NORTH}/live`)).json())
  return board.find(({ rideId }) => rideId === COASTER)
}

async function stored() {
  return {
    readings: await world.db.execute(sql`select * from observations order by ride_id, observed_at`),
    hours: await world.db.execute(sql`select * from hourly_waits order by ride_id, date, hour`),
  }
}

test('an imported past is in the chart, the usual wait and the order of the next board, without a restart', async () => {
  await imported(
    reading('13:00', 55),
    reading('14:30', 90),
    ...WEEKDAYS.map((date) => hour(date, 50)),
    ...WEEKDAYS.map((date) => hour(date, 70, { hour: 13 })),
  )
  await world.run('build-statistics')
  await world.run('reload-history')
  await world.pollAfter(5)
  expect(await coasterOnBoard()).toMatchObject({
    today: [
      [300, 55],
      [390, 90],
      [480, 40],
    ],
    usualMinutes: 50,
    popularity: 60,
  })
})

test('an import announces on its way what it has added, so that usual waits need not wait for its end', async () => {
  const { db } = world
  const heard = vi.fn<() => void>()
  const { unlisten } = await db.$client.listen('park_data.history', heard)
  async function* lines() {
    for (const date of WEEKDAYS) yield JSON.stringify(hour(date, 50))
    // A batch.
    for (let left = 2_000; left > WEEKDAYS.length; left--) yield JSON.stringify(hour('2026-06-01', 50))
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    yield JSON.stringify(hour(WEEKDAYS[0] ?? '', 50, { hour: 13 }))
  }
  await importHistory(
    { db, retentionDays: 35, now: () => world.clock.now, announcedEveryLines: 2_000 },
    lines(),
  )
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
  await unlisten()
})

test('a build of statistics that runs while an import adds hours is made again', async () => {
  const { db } = world
  const importing = Promise.withResolvers<unknown>()
  await db.transaction(async (build) => {
    expect(await lockBuild(build, NORTH)).toBe(true)
    await saveBuiltUntil(build, NORTH, '2026-07-13')
    let isDone = false
    importing.resolve(imported(hour('2026-07-13', 50)).then(() => (isDone = true)))
    await vi.waitFor(async () => {
      const waiting = await db.execute(sql`select from pg_locks where locktype = 'advisory' and not granted`)
      expect(isDone || waiting.length > 0).toBe(true)
    })
  })
  await arrivalOf('end of the import', importing.promise)

  expect(await findBuiltUntil(db, NORTH)).toBeNull()
})

test('a build of statistics and an import that write the same breakdown wait for each other in one order', async () => {
  const { db } = world
  const [downFrom, downUntil] = ['2026-07-13T15:00:00Z', '2026-07-13T15:30:00Z']
  const breakdown = { rideId: COASTER, downFrom, downUntil, cameBack: true }
  const importing = Promise.withResolvers<unknown>()
  await db.transaction(async (build) => {
    expect(await lockBuild(build, NORTH)).toBe(true)
    importing.resolve(imported(breakdown, hour('2026-07-13', 50)))
    await vi.waitFor(async () =>
      expect(await db.execute(sql`select from pg_locks where not granted`)).not.toEqual([]),
    )
    await insertArchivedBreakdowns(build, [breakdown])
  })

  await arrivalOf('end of the import', importing.promise)
})

test('an import publishes nothing, and the poll after it is no baseline', async () => {
  await world.pollAfter(5)
  await world.takeEvents()
  await imported(reading('13:00', 55), reading('14:30', 10), hour('2026-07-13', 50))
  expect(await world.takeEvents()).toEqual([])
  await world.run('reload-history')
  await world.pollAfter(5)
  expect((await world.takePolls()).map(({ trusted }) => trusted)).not.toContain(false)
})

test('importing an archive again changes nothing', async () => {
  const archive = [reading('13:00', 55), reading('14:30', 90), ...WEEKDAYS.map((date) => hour(date, 50))]
  expect(await imported(...archive)).toEqual({ lines: 5, added: 5, leftOut: 0 })
  const before = await stored()
  expect(await imported(...archive)).toEqual({ lines: 5, added: 0, leftOut: 5 })
  expect(await stored()).toEqual(before)
})

test('statistics that were observed here are not replaced by those of an archive', async () => {
  await world.pollAfter(5)
  const before = await stored()
  expect(before.hours).not.toEqual([])
  await imported(hour('2026-07-14', 5))
  expect(await stored()).toEqual(before)
})

test('rides that the catalogue lacks, days past the retention and the future are left out', async () => {
  const unknown = 'b0000000-0000-4000-8000-0000000000ff'
  const before = await stored()
  const result = await imported(
    reading('13:00', 55, { rideId: unknown }),
    hour('2026-07-13', 50, { rideId: unknown }),
    reading('13:00', 55, { observedAt: '2026-06-01T13:00:00Z' }),
    hour('2026-06-01', 50),
    reading('16:30', 55),
    hour('2026-07-15', 50),
  )
  expect(result).toEqual({ lines: 6, added: 0, leftOut: 6 })
  expect(await stored()).toEqual(before)
})

test('a reading of a day whose partition was never made is imported', async () => {
  await imported(reading('', 55, { rideId: FLUME, observedAt: '2026-06-20T15:00:00Z' }))
  const answer = await world.app.inject(`/attractions/${FLUME}/history?date=2026-06-20`)
  expect(answer.json()).toMatchObject({ observations: [{ waitMinutes: 55 }] })
})

test.for([
  ['no JSON', /Line 2 is not JSON/],
  [reading('13:00', 301), /Line 2: [^]*waitMinutes|Line 2: [^]*Invalid/],
  [reading('13:00', 5, { note: 'x' }), /Line 2/],
  [hour('2026-07-13', 50, { sumMinutes: 5_000 }), /Line 2/],
] as const)('a wrong line ends the import and is named by its number: %j', async ([line, message]) => {
  await expect(imported(reading('13:00', 55), line)).rejects.toThrow(message)
})
