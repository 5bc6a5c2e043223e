import { createLaneSaleKeys } from '@walkon/service/lane-sales'
import { testEnvironment } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestLanes, finished, NOON, returnTime } from '../testing/lanes.ts'
import { someone } from '../testing/planner.ts'

const lanes = await createTestLanes()
const { aParkWithoutReturnTimes, aParkWithRide, ask, buyDay, clock, connect, later, lettersTo } = lanes
const { observe, prefer } = lanes
afterAll(lanes.close)
beforeEach(() => void (clock.now = NOON))

const { SALE_KEYS = '' } = testEnvironment('')
const keys = createLaneSaleKeys([new Uint8Array(Buffer.from(SALE_KEYS, 'base64url'))])

const askForKey = (visitor: ReturnType<typeof someone>, parkId: string) =>
  ask<{ saleKey: string; code: string }>('POST', '/lightning-lane/sales', visitor, { parkId })

test('200: a connected account gets the key for this park and for itself alone', async () => {
  const { parkId } = await aParkWithRide()
  const visitor = someone()
  await connect(visitor)

  const { status, body } = await askForKey(visitor, parkId)
  expect(status).toBe(200)
  const isFor = (userId: string, park: string) =>
    keys.isFor(body.saleKey, { userId, parkId: park }, clock.now)
  expect(await isFor(visitor.userId, parkId)).toBe(true)
  expect([await isFor(randomUUID(), parkId), await isFor(visitor.userId, randomUUID())]).toEqual([
    false,
    false,
  ])
})

test('409: an account that is not connected, or has disconnected, gets no key', async () => {
  const { parkId } = await aParkWithRide()
  const visitor = someone()
  expect(await askForKey(visitor, parkId)).toMatchObject({
    status: 409,
    body: { code: 'lane-connection-required' },
  })

  await connect(visitor)
  await ask('DELETE', '/lightning-lane/connection', visitor)
  expect((await askForKey(visitor, parkId)).status).toBe(409)
})

test('409: a park that publishes no return times sells no day', async () => {
  const { parkId } = await aParkWithoutReturnTimes()
  const visitor = someone()
  await connect(visitor)

  expect(await askForKey(visitor, parkId)).toMatchObject({
    status: 409,
    body: { code: 'lane-times-unpublished' },
  })
})

test('404: a park that the feed does not list', async () => {
  expect((await askForKey(someone(), randomUUID())).status).toBe(404)
})

test('a preference of a day that is to come is told of nothing before the day begins', async () => {
  const ride = await aParkWithRide()
  const visitor = someone()
  await connect(visitor)
  await prefer(visitor, ride)
  later(60)
  await buyDay(visitor)
  clock.now = NOON
  await observe(ride, { queues: [finished] })
  later(1)
  await observe(ride, { queues: [returnTime(200)] })
  expect(await lettersTo(visitor)).toEqual([])

  later(60)
  await observe(ride, { queues: [finished] })
  later(1)
  await observe(ride, { queues: [returnTime(200)] })
  expect(await lettersTo(visitor)).toHaveLength(1)
})
