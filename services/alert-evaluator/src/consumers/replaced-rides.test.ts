import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'

const { db, hear, triggered, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
let moved: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
  const [first, second] = park.attractions
  const fresh = { rideId: randomUUID(), name: 'Ride 1', retired: false }
  if (!first || !second) throw new Error('The park has two rides')
  moved = {
    ...park,
    attractions: [fresh, second, { ...first, retired: true, replacedBy: fresh.rideId } as never],
  }
})

const watches = () =>
  db.execute(sql`select ride_id, threshold_minutes, active from watches order by threshold_minutes desc`)

test('the watch of a ride with another id goes along, with its limit', async () => {
  await hear([aPass(park)])
  await db.execute(
    sql`update watches set threshold_minutes = 45 where ride_id = ${park.attractions[0]?.rideId ?? ''}`,
  )

  await hear([catalogOf(moved)])

  expect(await watches()).toMatchObject([
    { ride_id: moved.attractions[0]?.rideId, threshold_minutes: 45, active: true },
    { ride_id: park.attractions[1]?.rideId },
  ])
})

test('the cooldown goes along: a ride that was alerted under its old id is not alerted again', async () => {
  await hear([aPass(park)])
  await hear([aReading(park, 5)])
  await hear([catalogOf(moved)])
  await hear([aReading(moved, 5)])

  expect(await triggered()).toHaveLength(1)
})

test('the same change again changes nothing', async () => {
  await hear([aPass(park)])
  await hear([catalogOf(moved)])
  const before = await watches()
  await hear([catalogOf(moved)])

  expect(await watches()).toEqual(before)
})
