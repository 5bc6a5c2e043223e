import { afterAll, expect, test } from 'vitest'
import { someone } from '../testing/planner.ts'
import { createTestRestaurants, TOMORROW } from '../testing/restaurants.ts'

const world = await createTestRestaurants()
afterAll(world.close)

/** The value of the gauge. */
async function readOverdue(): Promise<number> {
  const line = (await world.metrics.metrics())
    .split('\n')
    .find((each) => each.startsWith('table_check_most_overdue_seconds{'))
  return Number(line?.split(' ')[1])
}

test('a day that waits for its look is overdue until it was looked at, or no alert waits for it', async () => {
  const ada = someone()
  await world.check()
  expect(await readOverdue()).toBe(0)

  const { body } = await world.setAlert(ada, { dates: [TOMORROW] })
  world.later(600)
  expect(await readOverdue()).toBe(600)

  await world.check()
  expect(await readOverdue()).toBe(0)

  world.later(900)
  expect(await readOverdue()).toBeGreaterThan(0)
  await world.ask('DELETE', `/restaurant-alerts/${body.id}`, ada)
  expect(await readOverdue()).toBe(0)
})
