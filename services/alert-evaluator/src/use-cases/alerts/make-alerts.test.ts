import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { on } from '@walkon/messaging/inbox'
import type { Cache } from '@walkon/service/cache'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../../testing/evaluator.ts'

const { hear, build, handlers, triggered, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
  await hear([aPass(park)])
})

const away: Cache = new Proxy(createMemoryCache(), {
  get: () => async () => {
    throw new Error('The cache is unreachable')
  },
})

/** The process dies after the claim in the cache and before the commit. */
const dying = [
  ...handlers,
  on(waitTimeObserved, async () => {
    throw new Error('The process was killed')
  }),
]

describe('a crash between the claim in the cache and the commit', () => {
  test('after a crash between claim and commit no alert is lost: the batch comes again and its own claim lets it through', async () => {
    const batch = [aReading(park, 5)]
    await expect(hear(batch, dying)).rejects.toThrow('killed')
    expect(await triggered()).toEqual([])

    await hear(batch)

    expect(await triggered()).toHaveLength(1)
  })

  test('after a crash between claim and commit no alert is lost, even if another reading is the next to come', async () => {
    await expect(hear([aReading(park, 5)], dying)).rejects.toThrow('killed')

    await hear([aReading(park, 6)])

    expect(await triggered()).toMatchObject([{ alerts: [{ waitMinutes: 6 }] }])
  })
})

describe('the cooldown', () => {
  test('a cooldown holds back the same ride, and no other', async () => {
    await hear([aReading(park, 5)])
    await passTime(59)

    await hear([aPoll(park, [4, 6])])

    const rides = (await triggered()).map(({ alerts }) => alerts.map(({ rideName }) => rideName))
    expect(rides).toEqual([['Ride 1'], ['Ride 2']])
  })

  test('a ride alerts again after its cooldown', async () => {
    let minutes = 0
    const clock = build(createMemoryCache(() => Date.now() + minutes * 60_000))
    await hear([aReading(park, 5)], clock.handlers)
    await passTime(60)
    minutes = 60

    await hear([aReading(park, 5)], clock.handlers)

    expect(await triggered()).toHaveLength(2)
  })

  test('a cooldown holds with an empty cache', async () => {
    await hear([aReading(park, 5)])

    await hear([aReading(park, 5)], build(createMemoryCache()).handlers)

    expect(await triggered()).toHaveLength(1)
  })

  test('without the cache the database decides: one alert, and its cooldown holds', async () => {
    const withoutCache = build(away).handlers

    await hear([aReading(park, 5)], withoutCache)
    await hear([aReading(park, 5)], withoutCache)

    expect(await triggered()).toHaveLength(1)
  })
})

describe('two evaluators at the same moment', () => {
  test('two evaluators with the same batch make one alert', async () => {
    const batch = [aReading(park, 5)]

    await Promise.all([hear(batch, build().handlers), hear(batch, build().handlers)])

    expect(await triggered()).toHaveLength(1)
  })

  test('two evaluators with different readings of a ride and separate caches make one alert', async () => {
    await Promise.all([5, 6, 7, 8].map((wait) => hear([aReading(park, wait)], build().handlers)))

    expect(await triggered()).toHaveLength(1)
  })
})

test('a claim in the cache that the database does not confirm is released', async () => {
  const [reading, other] = [aReading(park, 5), aReading(park, 6)]
  const shared = createMemoryCache()
  const released: string[] = []
  const watched: Cache = {
    ...shared,
    // Between the match and the claim, another evaluator with a cache of its own alerts first.
    claim: async (claims, ttlSeconds) => {
      const granted = await shared.claim(claims, ttlSeconds)
      await hear([other])
      return granted
    },
    release: async (claims) => {
      released.push(...claims.map(({ key }) => key))
      await shared.release(claims)
    },
  }

  await hear([reading], build(watched).handlers)

  expect(await triggered()).toMatchObject([{ alerts: [{ waitMinutes: 6 }] }])
  expect(released).toHaveLength(1)
  expect(await shared.get(released[0] ?? '')).toBeNull()
})

test('a claim in the cache held by an alert on record stands', async () => {
  const shared = createMemoryCache()
  await hear([aReading(park, 5)], build(shared).handlers)
  // The cooldown ends in the database a moment before it ends in the cache.
  await passTime(61)

  await hear([aReading(park, 5)], build(shared).handlers)

  expect(await triggered()).toHaveLength(1)
})
