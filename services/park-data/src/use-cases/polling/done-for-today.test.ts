import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { atLake } from '../../testing/polled-lake.ts'
import { COASTER, rideRow } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../../testing/world.ts'
import { importHistory } from '../history/import-history.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

const { show, board, observed } = atLake(() => world)
const post = (wait: number | null, status = 'OPERATING') =>
  show(rideRow({ id: COASTER, name: 'Comet Coaster', wait, status, at: world.clock.now }))

/** Five breakdowns of the days before, of 5 to 25 minutes. */
async function importBreakdowns() {
  async function* toLines() {
    for (const [index, minutes] of [5, 10, 15, 20, 25].entries()) {
      const downFrom = `2026-07-${String(9 + index).padStart(2, '0')}T15:00:00.000Z`
      const downUntil = new Date(Date.parse(downFrom) + minutes * 60_000).toISOString()
      yield JSON.stringify({ rideId: COASTER, downFrom, downUntil, cameBack: true })
    }
  }
  await importHistory({ db: world.db, retentionDays: 35, now: () => world.clock.now }, toLines())
  await world.run('reload-history')
}

/** The park closes at 10 pm of its clock. */
const EVENING = new Date('2026-07-15T01:20:00Z')

const told = async () => ({
  event: (await observed())[COASTER]?.isProbablyDone,
  board: (await board()).rides.find(({ rideId }) => rideId === COASTER)?.probablyDone,
})

test('a ride that stays down longer than ever, with less time left before the closing, is probably done: by its event and on the board', async () => {
  await importBreakdowns()
  world.clock.now = EVENING
  post(20)
  await world.pollAfter(0)
  post(null, 'DOWN')
  for (let minutes = 0; minutes < 15; minutes += 5) await world.pollAfter(5)
  expect(await told()).toEqual({ event: undefined, board: undefined })
  for (let minutes = 0; minutes < 10; minutes += 5) await world.pollAfter(5)
  expect(await told()).toEqual({ event: true, board: true })
  post(20)
  await world.pollAfter(5)
  expect(await told()).toEqual({ event: undefined, board: undefined })
})

test('a ride without a history of breakdowns is never said to be done', async () => {
  world.clock.now = EVENING
  post(null, 'DOWN')
  for (let minutes = 0; minutes < 35; minutes += 5) await world.pollAfter(5)
  expect(await told()).toEqual({ event: undefined, board: undefined })
})
