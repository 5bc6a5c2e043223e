import { passEnded, subscriptionMoved } from '@walkon/contracts/events/alerts'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aPass, aReading, at, createTestEvaluator, type TestPark } from '../../testing/evaluator.ts'
import { addressesOf, createOwnerCalls, movesOf, NEW, OLD, OUTSIDER } from '../../testing/moves.ts'

const { app, build, close, db, hear, outboxEvents, passTime, published, runJob, startWithPark, triggered } =
  await createTestEvaluator()
const { choose, list } = createOwnerCalls(app)
afterAll(close)

let park: TestPark
beforeEach(async () => {
  park = await startWithPark(3)
})

const ride = (index: number) => park.attractions[index]?.rideId ?? ''
const alertedAddresses = async () => addressesOf(await triggered())

describe('PassMoved', () => {
  test('a subscription keeps its id, rides, windows and alerts at the new address, and the old address has nothing', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    await choose(OLD, [{ rideId: ride(1), active: true, thresholdMinutes: 30, onReopen: true }])
    const before = await list(OLD)

    await hear(movesOf([pass]))

    expect(await list(NEW)).toEqual(before)
    expect(await findTraces(db, OLD)).toEqual({ outbox: 1 })
  })

  test('the next alert goes to the new address alone', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])

    await hear(movesOf([pass]))
    await hear([aReading(park, 5)])

    expect(await alertedAddresses()).toEqual([[NEW, NEW]])
  })

  test('a ride that alerted the old address does not alert the new one within its cooldown', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    await hear([aReading(park, 5)])

    await hear(movesOf([pass]))
    await hear([aReading(park, 5)], build().handlers)

    expect(await triggered()).toHaveLength(1)
    await passTime(61)
    await hear([aReading(park, 5)], build().handlers)
    expect(await alertedAddresses()).toEqual([
      [OLD, OLD],
      [NEW, NEW],
    ])
  })

  test('SubscriptionMoved follows the last alert for the old address, under the same key', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    await hear([aReading(park, 5)])
    const [subscription] = await list(OLD)
    const changedAt = at(0)

    await hear(movesOf([pass], NEW, changedAt))

    expect(await published(subscriptionMoved)).toEqual([
      { subscriptionId: subscription?.id, email: NEW, changedAt },
    ])
    const said = (await outboxEvents()).filter(({ key }) => key === subscription?.id)
    expect(said.map(({ type }) => type)).toEqual(['AlertTriggered', 'SubscriptionMoved'])
  })

  test('a text’s number stays, and only the owner changes', async () => {
    const pass = aPass(park, { email: OLD, recipient: { channel: 'sms', address: '+14075550123' } })
    await hear([pass])

    await hear(movesOf([pass]))
    await hear([aReading(park, 5)])

    expect(await alertedAddresses()).toEqual([[NEW, '+14075550123']])
  })

  test('the passes of other visitors of the park stay as they are', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass, aPass(park, { email: OUTSIDER })])
    const before = await list(OUTSIDER)

    await hear(movesOf([pass]))

    expect(await list(OUTSIDER)).toEqual(before)
  })

  test('a pass that ends after the move reports the alerts that it made before and after', async () => {
    const pass = aPass(park, {
      email: OLD,
      windows: [{ date: '2026-07-01', startsAt: at(-60), endsAt: at(30) }],
    })
    await hear([pass])
    await hear([aReading(park, 5)])
    await hear(movesOf([pass]))
    await hear([aReading(park, 5, { ride: 1 })])

    await passTime(31)
    await runJob('end-passes')

    const [ended] = await published(passEnded)
    expect(ended?.alerts.map(({ rideId }) => rideId)).toEqual([ride(0), ride(1)])
  })
})
