import { rideStatistics } from '@walkon/contracts/http/ride-statistics'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { atLake } from '../../testing/polled-lake.ts'
import { COASTER, FLUME, NORTH, rideRow } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'
import { buildStatistics } from './build-statistics.ts'
import { importHistory } from './import-history.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

const { show, board } = atLake(() => world)
const post = (wait: number | null, status = 'OPERATING') =>
  show(rideRow({ id: COASTER, name: 'Comet Coaster', wait, status, at: world.clock.now }))

/** Polls every five minutes, as a feed whose rows change. */
const pollFor = async (minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 5) {
    show(rideRow({ id: FLUME, name: 'Log Flume', wait: 10 + (passed % 10), at: world.clock.now }))
    await world.pollAfter(5)
  }
}

const build = () =>
  buildStatistics({ db: world.db, retentionDays: 35, now: () => world.clock.now }, { again: true })

const statistics = async (rideId = COASTER) =>
  rideStatistics.parse((await world.app.inject(`/attractions/${rideId}/statistics`)).json())

async function* toLines(entries: object[]) {
  for (const entry of entries) yield JSON.stringify(entry)
}
const imported = (...entries: object[]) =>
  importHistory({ db: world.db, retentionDays: 35, now: () => world.clock.now }, toLines(entries))

/** `yyyy-mm-dd`, so many days before the world's Tuesday. */
const dayOf = (daysAgo: number) => new Date(Date.UTC(2026, 6, 14 - daysAgo)).toISOString().slice(0, 10)

const hourOf = (daysAgo: number, hour: number, wait: number) => ({
  rideId: COASTER,
  date: dayOf(daysAgo),
  hour,
  samples: 1,
  minMinutes: wait,
  maxMinutes: wait,
  sumMinutes: wait,
})

/** At 11 am of the park's clock. */
const breakdownOf = (daysAgo: number, minutes: number, cameBack = true, waitAfterMinutes?: number) => ({
  rideId: COASTER,
  downFrom: `${dayOf(daysAgo)}T15:00:00Z`,
  downUntil: new Date(Date.parse(`${dayOf(daysAgo)}T15:00:00Z`) + minutes * 60_000).toISOString(),
  cameBack,
  ...(waitAfterMinutes !== undefined && { waitAfterMinutes }),
})

/** Noon to 2 pm: 60 minutes at 40, 20 minutes down, 40 minutes at 20. */
async function simulateDay() {
  post(40)
  await pollFor(60)
  post(null, 'DOWN')
  await pollFor(20)
  post(20)
  await pollFor(40)
}

const storedBreakdowns = () =>
  world.db.execute<{ date: string; waitAfter: number | null }>(
    sql`select date, wait_after_minutes as "waitAfter" from ride_breakdowns order by starts_at`,
  )

test('200: a day’s figures are those that a hand counts from what was posted', async () => {
  await simulateDay()
  const today = await statistics()
  expect(today.lastDays).toHaveLength(7)
  expect(today.lastDays.at(-1)).toEqual({
    date: '2026-07-14',
    lowest: { waitMinutes: 20, hour: 13 },
    breakdowns: [
      { startsAt: '2026-07-14T17:05:00.000Z', endsAt: '2026-07-14T17:25:00.000Z', cameBack: true },
    ],
  })
  world.clock.now = new Date('2026-07-15T14:00:00Z')
  await world.run('build-statistics')
  const nextDay = await statistics()
  expect(nextDay.lastDays.at(-2)).toEqual(today.lastDays.at(-1))
  expect(nextDay).toMatchObject({ days: 1, firstDate: '2026-07-14' })
  // Down for 20 minutes of the three hours that were watched, from noon to the last reading's hour.
  expect(nextDay.reliability).toEqual({
    downShare: expect.closeTo(20 / 180, 3),
    breakdowns: 1,
    typicalMinutes: null,
    backWithin: null,
  })
})

test('200: a breakdown that lasts has no end yet', async () => {
  post(null, 'DOWN')
  await pollFor(20)
  expect((await statistics()).lastDays.at(-1)?.breakdowns).toEqual([
    { startsAt: '2026-07-14T16:05:00.000Z', endsAt: null, cameBack: false },
  ])
})

test('200: the usual wait is the one that the board shows at this hour', async () => {
  await imported(...[1, 4, 5, 6].map((daysAgo, index) => hourOf(daysAgo, 12, 10 + 10 * index)))
  await build()
  await world.run('reload-history')
  await world.pollAfter(5)
  const { weekday, weekend, week } = await statistics()
  const ride = (await board()).rides.find(({ rideId }) => rideId === COASTER)
  expect(weekday).toEqual([{ hour: 12, days: 4, lowMinutes: 15, medianMinutes: 25, highMinutes: 35 }])
  expect(ride?.usualMinutes).toBe(25)
  expect([weekend, week]).toEqual([[], []])
})

test('200: imported breakdowns tell how long one takes, and how many of ten were over soon', async () => {
  const lengths = [5, 10, 10, 15, 15, 20, 20, 25, 60]
  await imported(
    ...lengths.map((minutes, index) => breakdownOf(index + 1, minutes)),
    breakdownOf(10, 120, false),
    breakdownOf(92, 300),
    hourOf(1, 10, 30),
  )
  await build()
  expect((await statistics()).reliability).toEqual({
    // Five minutes of the one hour that is known.
    downShare: expect.closeTo(5 / 60, 3),
    breakdowns: 10,
    typicalMinutes: 18,
    backWithin: { minutes: 25, share: 0.8 },
  })
})

test('the wait that stood half an hour after a ride came back is kept, and none where it was down again', async () => {
  await simulateDay()
  post(null, 'DOWN')
  await pollFor(10)
  post(10)
  await pollFor(20)
  post(35)
  await pollFor(20)
  post(null, 'DOWN')
  await pollFor(10)
  post(5)
  await pollFor(10)
  post(null, 'DOWN')
  await pollFor(30)
  world.clock.now = new Date('2026-07-15T14:00:00Z')
  await world.run('build-statistics')
  expect((await storedBreakdowns()).map(({ waitAfter }) => waitAfter)).toEqual([20, 35, null, null])
})

test('200: five reopenings tell the wait that usually follows, on the page and on the board for half an hour', async () => {
  const waits = [10, 15, 20, 25, 60]
  await imported(...waits.map((wait, index) => breakdownOf(index + 1, 20, true, wait)))
  await world.run('reload-history')
  expect((await statistics()).reliability.afterReopening).toEqual({ waitMinutes: 20, reopenings: 5 })
  const coaster = async () => (await board()).rides.find(({ rideId }) => rideId === COASTER)
  post(null, 'DOWN')
  await pollFor(20)
  expect((await coaster())?.waitAfterReopening).toBeUndefined()
  post(5)
  await pollFor(25)
  expect((await coaster())?.waitAfterReopening).toBe(20)
  await pollFor(10)
  expect((await coaster())?.waitAfterReopening).toBeUndefined()
})

test('200: fewer than five reopenings tell no wait', async () => {
  await imported(...[1, 2, 3, 4].map((daysAgo) => breakdownOf(daysAgo, 20, true, 10)), breakdownOf(5, 20))
  expect((await statistics()).reliability.afterReopening).toBeUndefined()
})

test('the board tells how long the breakdowns of a ride took, while it is down', async () => {
  await imported(...[5, 10, 15, 20].map((minutes, index) => breakdownOf(index + 2, minutes)))
  await imported(breakdownOf(1, 60, false))
  await world.run('reload-history')
  await pollFor(5)
  const coaster = async () => (await board()).rides.find(({ rideId }) => rideId === COASTER)
  expect((await coaster())?.breakdownMinutes).toBeUndefined()
  post(null, 'DOWN')
  await pollFor(5)
  expect((await coaster())?.breakdownMinutes).toEqual([20, 15, 10, 5, null])
})

test('200: the best hours of today and tomorrow are in the opening hours of all visitors', async () => {
  const hours = [12, 13, 14, 15, 16]
  await imported(...[1, 4, 5].flatMap((daysAgo) => hours.map((hour) => hourOf(daysAgo, hour, hour * 5 - 40))))
  await build()
  const { best } = await statistics()
  expect(best[0]).toEqual({
    date: '2026-07-14',
    isOpen: true,
    shortest: { startsAt: '2026-07-14T16:00:00.000Z', endsAt: '2026-07-14T18:00:00.000Z', usualMinutes: 25 },
    longest: { startsAt: '2026-07-14T19:00:00.000Z', endsAt: '2026-07-14T21:00:00.000Z', usualMinutes: 40 },
  })
  expect(best[1]?.date).toBe('2026-07-15')
})

test('200: an id that the park has given up leads to the ride that has its place', async () => {
  await world.db.execute(
    sql`update attractions set retired = true, replaced_by = ${FLUME} where id = ${COASTER}`,
  )
  expect(await statistics()).toMatchObject({ rideId: FLUME, name: 'Log Flume', parkId: NORTH })
})

test('404: a ride that does not exist has no statistics', async () => {
  const response = await world.app.inject('/attractions/f0000000-0000-4000-8000-000000000000/statistics')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'attraction-not-found' })
})

test('a rebuild keeps the breakdowns of imported days, and has those of observed days once', async () => {
  await imported(breakdownOf(3, 30), hourOf(3, 12, 30))
  await simulateDay()
  world.clock.now = new Date('2026-07-15T14:00:00Z')
  await build()
  const stored = () => world.db.execute(sql`select * from ride_breakdowns order by starts_at`)
  const before = [...(await stored())]
  expect(before).toHaveLength(2)
  await build()
  expect([...(await stored())]).toEqual(before)
})

test('breakdowns are deleted after 13 weeks', async () => {
  await imported(breakdownOf(90, 30), breakdownOf(80, 30))
  world.clock.now = new Date('2026-07-20T14:00:00Z')
  await world.run('keep-history')
  expect([...(await world.db.execute(sql`select date from ride_breakdowns`))]).toEqual([{ date: dayOf(80) }])
})
