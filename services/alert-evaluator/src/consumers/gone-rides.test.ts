import { notificationRequested } from '@walkon/contracts/events/notifications'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { aPark, aPass, at, catalogOf, createTestEvaluator, type TestPark } from '../testing/evaluator.ts'

const { db, hear, published, clear, close } = await createTestEvaluator()
afterAll(close)

const ADA = 'ada@example.com'

const without = (park: TestPark, ...names: string[]): TestPark => ({
  ...park,
  attractions: park.attractions.map((ride) => ({ ...ride, retired: names.includes(ride.name) })),
})

/** A visitor who chose these rides of a park with three. */
async function chooses(...names: string[]) {
  await clear()
  const park = aPark(3)
  await hear([catalogOf(park), aPass(park, { email: ADA })])
  const chosen = park.attractions.filter(({ name }) => names.includes(name)).map(({ rideId }) => rideId)
  await db.execute(sql`update subscriptions set watches_all = ${names.length === 3}`)
  await db.execute(sql`
    update watches set active = ride_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(chosen)}::jsonb))`)
  return park
}

const letters = async () =>
  (await published(notificationRequested)).filter(({ notification }) => notification.name === 'rides-gone')

test('a visitor who chose a ride that the feed lists no more is told by one mail of the alerts, with the way to choose again', async () => {
  const park = await chooses('Ride 1', 'Ride 2')
  await hear([catalogOf(without(park, 'Ride 1'))])
  await hear([catalogOf(without(park, 'Ride 1'))])
  expect(await letters()).toMatchObject([
    {
      recipient: { address: ADA },
      list: 'ride-alerts',
      notification: {
        subject: 'Ride 1 is no longer listed',
        paragraphs: [expect.anything(), expect.stringContaining('your other ride')],
        action: { page: 'manage-alerts' },
      },
    },
  ])
})

test('rides that go together are one mail, which says that nothing is watched any more', async () => {
  const park = await chooses('Ride 1', 'Ride 2')
  await hear([catalogOf(without(park, 'Ride 1', 'Ride 2'))])
  expect(await letters()).toMatchObject([
    {
      notification: {
        paragraphs: [
          expect.stringContaining('Ride 1 and Ride 2'),
          expect.stringContaining('You watch no other ride'),
        ],
      },
    },
  ])
})

test('a ride that comes back and goes again is told once', async () => {
  const park = await chooses('Ride 1', 'Ride 2')
  await hear([catalogOf(without(park, 'Ride 1'))])
  await hear([catalogOf(park)])
  await hear([catalogOf(without(park, 'Ride 1'))])
  expect(new Set((await letters()).map(({ notificationId }) => notificationId)).size).toBe(1)
})

test('who watches all rides, did not choose the ride, or has no day left is told nothing', async () => {
  const all = await chooses('Ride 1', 'Ride 2', 'Ride 3')
  await hear([catalogOf(without(all, 'Ride 1'))])
  expect(await letters()).toEqual([])

  const other = await chooses('Ride 2')
  await hear([catalogOf(without(other, 'Ride 1'))])
  expect(await letters()).toEqual([])

  const over = await chooses('Ride 1')
  await db.execute(sql`update passes set ends_at = ${at(-1)}`)
  await hear([catalogOf(without(over, 'Ride 1'))])
  expect(await letters()).toEqual([])
})

test('a ride that has another id is told to nobody: its watch goes along', async () => {
  const park = await chooses('Ride 1', 'Ride 2')
  const fresh = { rideId: randomUUID(), name: 'Ride 1', retired: false }
  const attractions = park.attractions.map((ride) =>
    ride.name === 'Ride 1' ? { ...ride, retired: true, replacedBy: fresh.rideId } : ride,
  )
  await hear([catalogOf({ ...park, attractions: [fresh, ...attractions] })])
  expect(await letters()).toEqual([])
})
