import { itemPublished } from '@walkon/contracts/events/rankings'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { aModerator, anAdmin, createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { addItem, ask, catalog, list, rate, suggestEdit } = service

const aRide = (name = `Ride ${randomUUID()}`) => ({ id: randomUUID() as string, name })
const namesOf = async (parkId: string, type = 'ride') =>
  (await list({ parkId, type })).items.map(({ name }) => name).toSorted()

test('each attraction becomes a ride, each restaurant a place to eat and each show an experience, and is told of once', async () => {
  const entities = {
    rides: [aRide('Test Track')],
    restaurants: [aRide('Le Cellier')],
    shows: [aRide('Luminous')],
  }
  const parkId = await catalog({}, entities)
  await catalog({ parkId }, entities)

  expect(await namesOf(parkId)).toEqual(['Test Track'])
  expect(await namesOf(parkId, 'food')).toEqual(['Le Cellier'])
  expect(await namesOf(parkId, 'experience')).toEqual(['Luminous'])
  const published = (await service.published(itemPublished)).filter((item) => item.parkId === parkId)
  expect(published.map(({ name, type }) => `${type} ${name}`).toSorted()).toEqual([
    'experience Luminous',
    'food Le Cellier',
    'ride Test Track',
  ])
})

test('an item is renamed with its entity and keeps its ratings', async () => {
  const ride = aRide('Old name')
  const parkId = await catalog({}, { rides: [ride] })
  const itemId = (await list({ parkId })).items[0]?.itemId ?? ''
  await rate(someone(), itemId, { stars: 4 })
  await catalog({ parkId }, { rides: [{ ...ride, name: 'New name' }] })

  expect((await list({ parkId })).items).toMatchObject([
    { itemId, name: 'New name', average: 4, feedId: ride.id },
  ])
})

test('a name that moderators gave stays until the feed changes its own', async () => {
  const ride = aRide('Feed name')
  const parkId = await catalog({}, { rides: [ride] })
  const itemId = (await list({ parkId })).items[0]?.itemId ?? ''
  const { body } = await suggestEdit(someone(), itemId, { name: 'Better name' })
  await ask('POST', `/item-requests/${body.requestId}/approve`, aModerator())

  await catalog({ parkId }, { rides: [ride] })
  expect(await namesOf(parkId)).toEqual(['Better name'])
  await catalog({ parkId }, { rides: [{ ...ride, name: 'Newest feed name' }] })
  expect(await namesOf(parkId)).toEqual(['Newest feed name'])
})

test('an item that people added becomes the entity of the same name that the feed lists later', async () => {
  const parkId = await catalog()
  const itemId = await addItem('Churro cart', { parkId, type: 'food' })
  await catalog({ parkId }, { restaurants: [aRide('CHURRO Cart')] })

  expect((await list({ parkId, type: 'food' })).items.map((item) => item.itemId)).toEqual([itemId])
})

test('an item that people added with a straight apostrophe becomes the entity that the feed writes with another', async () => {
  const parkId = await catalog()
  const itemId = await addItem("Siren's Curse", { parkId })
  await catalog({ parkId }, { rides: [aRide('Siren’s Curse')] })

  expect((await list({ parkId })).items.map((item) => item.itemId)).toEqual([itemId])
})

test('a name that moderators gave stays where the feed moves the entity to another park', async () => {
  const ride = aRide('Feed name')
  const [parkId, other] = [await catalog({}, { rides: [ride] }), await catalog()]
  const itemId = (await list({ parkId })).items[0]?.itemId ?? ''
  const { body } = await suggestEdit(someone(), itemId, { name: 'Better name' })
  await ask('POST', `/item-requests/${body.requestId}/approve`, aModerator())
  await catalog({ parkId: other }, { rides: [ride] })

  expect(await namesOf(other)).toEqual(['Better name'])
  expect((await list({ parkId: other, search: 'better' })).items).toHaveLength(1)
})

test('an item is found by the new name of its entity, and not by the old one', async () => {
  const ride = aRide('Old name')
  const parkId = await catalog({}, { rides: [ride] })
  await catalog({ parkId }, { rides: [{ ...ride, name: 'Fresh name' }] })

  expect((await list({ parkId, search: 'fresh' })).items).toHaveLength(1)
  expect((await list({ parkId, search: 'old' })).items).toEqual([])
})

test('an entity that is retired when it is first heard of makes no item; one that retires keeps its item', async () => {
  const [gone, stays] = [{ ...aRide('Gone'), retired: true }, aRide('Stays')]
  const parkId = await catalog({}, { rides: [gone, stays] })
  await catalog({ parkId }, { rides: [gone, { ...stays, retired: true }] })

  expect(await namesOf(parkId)).toEqual(['Stays'])
})

test('rides of one park with the same name are each an item', async () => {
  const parkId = await catalog({}, { rides: [aRide('Carousel'), aRide('Carousel')] })
  expect(await namesOf(parkId)).toEqual(['Carousel', 'Carousel'])
})

test("an admin's deletion is not undone by the next catalogue", async () => {
  const ride = aRide()
  const parkId = await catalog({}, { rides: [ride] })
  const itemId = (await list({ parkId })).items[0]?.itemId ?? ''
  await ask('DELETE', `/items/${itemId}`, anAdmin())
  await catalog({ parkId }, { rides: [{ ...ride, name: 'Another name' }] })

  expect(await namesOf(parkId)).toEqual([])
})

test('catalogues in another order of parks and the same one twice give the same items', async () => {
  const [one, other] = [aRide('One'), aRide('Other')]
  const parkId = await catalog({}, { rides: [other, one] })
  await catalog({ parkId }, { rides: [one, other] })
  expect(await namesOf(parkId)).toEqual(['One', 'Other'])
})
