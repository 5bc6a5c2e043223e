import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { traceIdOf } from '@walkon/messaging/cloud-event'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { someone } from '../testing/planner.ts'
import { createTestRestaurants } from '../testing/restaurants.ts'

const world = await createTestRestaurants()
afterAll(world.close)

const [ONE, TWO] = ['1'.repeat(32), '2'.repeat(32)] as const

function aPoll(traceId: string, waitMinutes: number | null) {
  const table = { restaurantId: world.tavern.id, name: 'Its name', tables: [{ partySize: 2, waitMinutes }] }
  const ride = { rideId: randomUUID(), name: 'Space Mountain', status: 'OPERATING' as const, waitMinutes: 30 }
  const { definition, event } = heard(waitTimeObserved, {
    parkId: world.parkId,
    observedAt: world.later(60).toISOString(),
    parkOpen: true,
    trusted: true,
    rides: [{ ...ride, changedAt: null, usualMinutes: null }],
    tables: [table],
  })
  return { definition, event: { ...event, traceparent: `00-${traceId}-0123456789abcdef-01` } }
}

const listLetterTraces = async () =>
  (await world.outboxEvents()).flatMap(({ type, traceparent }) =>
    type === userNotificationRequested.type ? [traceIdOf(traceparent)] : [],
  )

test('the letter about a free table continues the trace of the poll that showed it, also among polls of one batch', async () => {
  await world.setAlert(someone())

  await world.hear([aPoll(ONE, null), aPoll(TWO, 25)])

  expect(await listLetterTraces()).toEqual([TWO])
})
