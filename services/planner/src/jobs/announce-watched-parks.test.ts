import { companionWatchChanged } from '@walkon/contracts/events/planner'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestLanes, NOON } from '../testing/lanes.ts'
import { aRestaurant, someone } from '../testing/planner.ts'

const lanes = await createTestLanes({ RESTAURANT_ALERTS_OPEN: 'true' })
afterAll(lanes.close)
beforeEach(() => void (lanes.clock.now = NOON))

/** Runs the job and returns each `watchedUntil` that was published for a park so far. */
async function toldOf(parkId: string) {
  await lanes.runJob('announce-watched-parks')
  return (await lanes.published(companionWatchChanged))
    .filter((event) => event.parkId === parkId)
    .map(({ watchedUntil }) => watchedUntil)
}

/** An alert for a table of this day, in a park of its own. */
async function anAlertFor(date: string) {
  const restaurant = aRestaurant()
  const parkId = await lanes.catalog({ parkId: randomUUID() }, { restaurants: [restaurant] })
  const visitor = someone()
  const { body, status } = await lanes.ask<{ id: string }>('POST', '/restaurant-alerts', visitor, {
    restaurantId: restaurant.id,
    dates: [date],
    email: visitor.email,
  })
  expect(status).toBe(201)
  return { parkId, remove: () => lanes.ask('DELETE', `/restaurant-alerts/${body.id}`, visitor) }
}

test('a park in which an alert waits for a table of today is watched until its day ends, and told of once', async () => {
  const { parkId } = await anAlertFor('2026-07-01')

  expect(await toldOf(parkId)).toEqual(['2026-07-02T08:00:00.000Z'])
  expect(await toldOf(parkId)).toHaveLength(1)
})

test('a park is watched no longer once its last alert is deleted, and is not watched for the table of another day', async () => {
  const { parkId, remove } = await anAlertFor('2026-07-01')
  const later = await anAlertFor('2026-07-03')
  await toldOf(parkId)
  await remove()

  expect(await toldOf(parkId)).toEqual(['2026-07-02T08:00:00.000Z', null])
  expect(await toldOf(later.parkId)).toEqual([])
})

test('a park with a preference of a paid day is watched until the day ends', async () => {
  const ride = await lanes.aParkWithRide()
  await lanes.aWatcher(ride)
  expect(await toldOf(ride.parkId)).toEqual(['2026-07-02T16:00:00.000Z'])

  lanes.later(24 * 60)
  expect((await toldOf(ride.parkId)).at(-1)).toBeNull()
})

test('two replicas tell of a park once', async () => {
  const { parkId } = await anAlertFor('2026-07-01')
  const replica = lanes.build().jobs.find(({ name }) => name === 'announce-watched-parks')

  await Promise.all([lanes.runJob('announce-watched-parks'), replica?.run(new AbortController().signal)])

  expect(await toldOf(parkId)).toHaveLength(1)
})
