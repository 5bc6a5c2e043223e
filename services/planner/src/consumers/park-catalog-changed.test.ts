import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findPark, findRestaurant, findRide, listParks, listRestaurants, listRides } from '../db/catalog.ts'
import { aRestaurant, aRide, createTestPlanner } from '../testing/planner.ts'

const { catalog, close, db, hear } = await createTestPlanner()
afterAll(close)

const ridesOf = async (parkId: string) => (await listRides(db, parkId)).map(({ name }) => name)

test('a park is kept with its destination and time zone, its rides and its restaurants with slug and place', async () => {
  const restaurant = { ...aRestaurant('Be Our Guest'), slug: 'be-our-guest' }
  const location = { latitude: 28.42, longitude: -81.58 }
  const [ride, destinationId] = [aRide('Jungle Cruise'), randomUUID()]
  const parkId = await catalog(
    { name: 'Magic Kingdom', destinationId, timezone: 'America/New_York' },
    { rides: [ride], restaurants: [{ ...restaurant, location }] },
  )

  expect(await findPark(db, parkId)).toEqual({
    id: parkId,
    name: 'Magic Kingdom',
    destinationId,
    destinationName: 'Walt Disney World',
    timezone: 'America/New_York',
    retired: false,
  })
  expect(await listRides(db, parkId)).toEqual([{ ...ride, parkId, retired: false, isRide: true }])
  expect(await listRestaurants(db, parkId)).toEqual([
    { ...restaurant, ...location, parkId, retired: false, isShut: false },
  ])
})

test('what the feed retires leaves the lists, stays to be named, and is listed again when it is back', async () => {
  const [ride, restaurant] = [aRide(), aRestaurant()]
  const parkId = await catalog({}, { rides: [ride], restaurants: [restaurant] })
  await catalog(
    { parkId, retired: true },
    { rides: [{ ...ride, retired: true }], restaurants: [{ ...restaurant, retired: true }] },
  )

  expect(await findPark(db, parkId)).toBeNull()
  expect((await listParks(db)).map(({ id }) => id)).not.toContain(parkId)
  expect([await listRides(db, parkId), await listRestaurants(db, parkId)]).toEqual([[], []])
  expect(await findRide(db, ride.id)).toMatchObject({ name: ride.name, retired: true })
  expect(await findRestaurant(db, restaurant.id)).toMatchObject({ name: restaurant.name, retired: true })

  await catalog({ parkId }, { rides: [ride], restaurants: [restaurant] })
  expect(await findPark(db, parkId)).toMatchObject({ id: parkId })
  expect(await ridesOf(parkId)).toEqual([ride.name])
  expect(await listRestaurants(db, parkId)).toMatchObject([{ id: restaurant.id }])
})

test('of two versions of a park in one batch the later one holds', async () => {
  const [parkId, ride] = [randomUUID(), aRide()]
  const version = (name: string) =>
    heard(parkCatalogChanged, {
      parkId,
      name: 'Magic Kingdom',
      destinationId: randomUUID(),
      destinationName: 'Walt Disney World',
      timezone: 'America/New_York',
      retired: false,
      attractions: [{ rideId: ride.id, name, retired: false }],
    })
  await hear([version('Old name'), version('New name')])

  expect(await ridesOf(parkId)).toEqual(['New name'])
})

test('a ride that moves to another park is listed there alone', async () => {
  const ride = aRide('Monorail')
  const parkId = await catalog({}, { rides: [ride] })
  const otherParkId = await catalog({}, { rides: [ride] })

  expect(await ridesOf(parkId)).toEqual([])
  expect(await ridesOf(otherParkId)).toEqual(['Monorail'])
})

test('rides of one park may share a name', async () => {
  const parkId = await catalog({}, { rides: [aRide('Carousel'), aRide('Carousel')] })
  expect(await ridesOf(parkId)).toEqual(['Carousel', 'Carousel'])
})
