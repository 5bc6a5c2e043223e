import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { COASTER, lakeResort, rideRow } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
afterEach(() => world.close())

type Night = { opensAt: string; closesAt: string; from: string; until: string }

/** Polls an open night every five minutes with a wait of 40, builds its days once both are over, and returns the hours of the second. */
async function buildNight({ opensAt, closesAt, from, until }: Night) {
  const resort = lakeResort()
  const [park] = resort.parks
  park.schedule = [
    { date: opensAt.slice(0, 10), type: 'OPERATING', openingTime: opensAt, closingTime: closesAt },
  ]
  const show = (at: Date) => {
    park.live[0] = rideRow({ id: COASTER, name: 'Comet Coaster', wait: 40, at })
  }
  show(new Date(from))
  world = await createWorld(database, { resort, now: new Date(from) })
  await world.run('poll-feed')
  while (world.clock.now < new Date(until)) {
    show(world.clock.now)
    await world.pollAfter(5)
  }
  world.clock.now = new Date(world.clock.now.getTime() + 26 * 3_600_000)
  await world.run('build-statistics')
  return [
    ...(await world.db.execute(sql`
      select hour, steps from ride_hours
      where ride_id = ${COASTER} and span = 'day' and from_date = ${closesAt.slice(0, 10)}::date order by hour`)),
  ]
}

test('an evening past midnight counts on the calendar day of its hours, until the park closes', async () => {
  const hours = await buildNight({
    opensAt: '2026-07-14T09:00:00-04:00',
    closesAt: '2026-07-15T01:00:00-04:00',
    from: '2026-07-14T22:30:00-04:00',
    until: '2026-07-15T02:00:00-04:00',
  })
  expect(hours).toEqual([{ hour: 0, steps: { 8: 60 } }])
})

test('where the clocks go back, both hours of one name count in it', async () => {
  const hours = await buildNight({
    opensAt: '2026-10-31T09:00:00-04:00',
    closesAt: '2026-11-01T02:00:00-05:00',
    from: '2026-10-31T23:30:00-04:00',
    until: '2026-11-01T02:00:00-05:00',
  })
  expect(hours).toEqual([
    { hour: 0, steps: { 8: 60 } },
    { hour: 1, steps: { 8: 120 } },
  ])
})

test('where the clocks go forward, the hour that does not exist has no wait', async () => {
  const hours = await buildNight({
    opensAt: '2027-03-13T09:00:00-05:00',
    closesAt: '2027-03-14T04:00:00-04:00',
    from: '2027-03-13T23:30:00-05:00',
    until: '2027-03-14T04:00:00-04:00',
  })
  expect(hours).toEqual([
    { hour: 0, steps: { 8: 60 } },
    { hour: 1, steps: { 8: 60 } },
    { hour: 3, steps: { 8: 60 } },
  ])
})
