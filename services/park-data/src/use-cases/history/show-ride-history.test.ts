import { afterAll, expect, test } from 'vitest'
import { COASTER, rideRow } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld } from '../../testing/world.ts'
import { showRideHistory } from './show-ride-history.ts'

const database = await createParkDatabase()
const world = await createWorld(database)
world.resort.parks[0].live[0] = rideRow({ id: COASTER, name: 'Comet Coaster', wait: 25 })
await world.pollAfter(5)
afterAll(async () => {
  await world.close()
  await database.drop()
})

test.for([
  ['clocks go back', '2026-11-05T17:00:00Z', '2026-10-29', '2026-10-28'],
  ['clocks go forward', '2026-03-12T16:00:00Z', '2026-03-05', '2026-03-04'],
  ['no clock changes', '2026-07-14T16:00:00Z', '2026-07-07', '2026-07-06'],
] as const)(
  'seven days are shown, and the eighth is not, where meanwhile %s',
  async ([, at, oldest, before]) => {
    const deps = { db: world.db, retentionDays: 7, now: () => new Date(at) }

    expect(await showRideHistory(deps, COASTER, oldest)).toMatchObject({ date: oldest })
    await expect(showRideHistory(deps, COASTER, before)).rejects.toThrow('Waits are kept for 7 days')
  },
)
