import { parkWatchChanged, subscriptionErased } from '@walkon/contracts/events/alerts'
import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPlan,
  aPoll,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  endOf,
  erasureOf,
  type TestPark,
} from '../testing/evaluator.ts'
import { createSubscriptionCalls } from '../testing/subscriptions.ts'

const { addPark, app, close, db, hear, passTime, published, runJob, startWithPark, triggered } =
  await createTestEvaluator()
const { list } = createSubscriptionCalls(app)
afterAll(close)

const ADA = 'ada@example.com'

let park: TestPark
beforeEach(async () => {
  park = await startWithPark(3)
})

const watched = () => published(parkWatchChanged)

describe('the end of a plan', () => {
  test('a plan that is not renewed stops its parks by itself when its coverage is over', async () => {
    await hear([aPlan({ email: ADA, coveredUntil: at(30) })])
    await addPark(ADA, park, 0)
    await passTime(31)
    await runJob('end-passes')

    await hear([aReading(park, 5)])

    expect(await triggered()).toEqual([])
    expect(await list(ADA)).toEqual([])
  })

  test('a plan that has ended stops its parks at once; a park with a pass goes on', async () => {
    const [plan, other] = [aPlan({ email: ADA }), aPark(1)]
    await hear([catalogOf(other)])
    await hear([plan])
    await hear([aPass(other, { email: ADA })])
    await addPark(ADA, park, 0)
    await addPark(ADA, other, 0)

    await hear([endOf(plan)])
    await hear([aReading(park, 5), aReading(other, 5)])

    expect(await triggered()).toMatchObject([{ parkId: other.parkId }])
    expect((await list(ADA)).map(({ parkId }) => parkId)).toEqual([other.parkId])
  })

  test('a new plan of the address covers the parks again that were chosen under the one before', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    await addPark(ADA, park, 1)
    await hear([endOf(plan)])

    await hear([aPlan({ email: ADA })])
    await hear([aPoll(park, [5, 5])])

    expect(await triggered()).toMatchObject([{ alerts: [{ rideId: park.attractions[1]?.rideId }] }])
  })
})

describe('an erasure', () => {
  test('a plan that is erased leaves no trace of its address, and its parks are watched no more', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    const { id } = (await addPark(ADA, park, 0)).json<SubscriptionView>()
    await hear([aReading(park, 5)])
    await db.execute(`update outbox_batches set published_at = now()`)

    await hear([endOf(plan, 'erased')])

    expect(await published(subscriptionErased)).toEqual([{ subscriptionId: id }])
    expect((await watched()).at(-1)).toMatchObject({ subscriptionId: id, watchedUntil: null })
    expect(await findTraces(db, ADA)).toEqual({})
    await hear([plan])
    expect(await findTraces(db, ADA)).toEqual({})
  })

  test.for([
    ['the pass first', 0],
    ['the plan first', 1],
  ] as const)('plan and pass of one park are erased in either order: %s', async ([, first]) => {
    const [pass, plan] = [aPass(park, { email: ADA }), aPlan({ email: ADA })]
    await hear([pass])
    await hear([plan])
    await addPark(ADA, park, 0)
    await db.execute(`update outbox_batches set published_at = now()`)
    const erasures = [erasureOf(pass), endOf(plan, 'erased')]

    for (const erasure of first === 0 ? erasures : erasures.toReversed()) await hear([erasure])

    expect(await published(subscriptionErased)).toHaveLength(1)
    expect(await findTraces(db, ADA)).toEqual({})
  })

  test('a pass that is erased leaves its park to the plan that covers it', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass])
    await hear([aPlan({ email: ADA })])
    await addPark(ADA, park, 0)

    await hear([erasureOf(pass)])
    await hear([aReading(park, 5)])

    expect(await published(subscriptionErased)).toEqual([])
    expect(await triggered()).toMatchObject([{ email: ADA, dates: [] }])
  })

  test('the plan of one address leaves that of another', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    await hear([aPlan({ email: 'oscar@example.com' })])
    await addPark(ADA, park, 0)
    await addPark('oscar@example.com', park, 0)
    await hear([endOf(plan, 'erased')])

    await hear([aReading(park, 5)])

    expect(await triggered()).toMatchObject([{ email: 'oscar@example.com' }])
  })
})
