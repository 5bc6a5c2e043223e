import { FOUND_AGAIN, loseLetter } from '@walkon/testing/lost-letters'
import { afterAll, expect, test } from 'vitest'
import { createTestLanes, finished, returnTime } from '../../testing/lanes.ts'
import { someone } from '../../testing/planner.ts'
import { createTestRestaurants, EVENING } from '../../testing/restaurants.ts'

test('the gauge finds a lost letter about a table, which is requested again', async () => {
  const world = await createTestRestaurants()
  afterAll(world.close)
  world.clock.now = EVENING
  await world.catalog({ parkId: world.parkId }, { restaurants: [world.tavern] })
  await world.setAlert(someone())
  await world.poll([{ partySize: 2, waitMinutes: 25 }])

  expect(await loseLetter(world, 'table-free')).toEqual(FOUND_AGAIN)
})

test('the gauge finds a lost letter about a return time, which is requested again', async () => {
  const lanes = await createTestLanes()
  afterAll(lanes.close)
  const ride = await lanes.aParkWithRide()
  await lanes.aWatcher(ride)
  await lanes.observe(ride, { queues: [finished] })
  lanes.later(1)
  await lanes.observe(ride, { queues: [returnTime()] })

  expect(await loseLetter(lanes, 'lane-opened')).toEqual(FOUND_AGAIN)
})
