import { passEnded, subscriptionErased } from '@walkon/contracts/events/alerts'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPass,
  aPoll,
  aReading,
  at,
  createTestEvaluator,
  erasureOf,
  type TestPark,
} from '../../testing/evaluator.ts'
import { addressesOf, createOwnerCalls, movesOf, NEW, OLD } from '../../testing/moves.ts'

const { app, build, close, db, hear, passTime, published, runJob, startWithPark, triggered } =
  await createTestEvaluator()
const { choicesOf, choose, list, switchOff } = createOwnerCalls(app)
afterAll(close)

let park: TestPark
beforeEach(async () => {
  park = await startWithPark(3)
})

const ride = (index: number) => park.attractions[index]?.rideId ?? ''
const alertedAddresses = async () => addressesOf(await triggered())

describe('a move to an address that has a subscription for the park', () => {
  test('joins the windows, and the rides of the moved subscription win', async () => {
    const [day, next] = [
      { date: '2026-07-01', startsAt: at(-60), endsAt: at(60) },
      { date: '2026-07-02', startsAt: at(30), endsAt: at(600) },
    ]
    const moved = aPass(park, { email: OLD, windows: [day] })
    await hear([moved, aPass(park, { email: NEW, windows: [next] })])
    await choose(OLD, [{ rideId: ride(0), active: true, thresholdMinutes: 45, onReopen: true }])
    await choose(NEW, [
      { rideId: ride(0), active: true, thresholdMinutes: 20 },
      { rideId: ride(1), active: true },
    ])

    await hear(movesOf([moved]))

    expect(await choicesOf(NEW)).toEqual([{ rideId: ride(0), thresholdMinutes: 45, onReopen: true }])
    const [subscription] = await list(NEW)
    expect(subscription?.windows).toEqual([{ startsAt: day.startsAt, endsAt: next.endsAt }])
    expect(await list(OLD)).toEqual([])
  })

  test('a ride that alerted either address does not alert again within the later cooldown', async () => {
    const [moved, met] = [aPass(park, { email: OLD }), aPass(park, { email: NEW })]
    await hear([moved])
    await hear([aReading(park, 5)])
    await passTime(30)
    await hear([met])
    await hear([aPoll(park, [5, 5])])
    expect(await triggered()).toHaveLength(3)

    await hear(movesOf([moved]))

    await passTime(45)
    await hear([aPoll(park, [5, 5])], build().handlers)
    expect(await triggered()).toHaveLength(3)
    await passTime(16)
    await hear([aPoll(park, [5, 5])], build().handlers)
    expect((await triggered()).slice(3)).toMatchObject([{ email: NEW, alerts: [{}, {}] }])
  })

  test.for([
    ['the moved one', OLD],
    ['the one of the new address', NEW],
  ] as const)('what DONE or SNOOZE has silenced for %s stays silent', async ([, silenced]) => {
    const passes = { [OLD]: aPass(park, { email: OLD }), [NEW]: aPass(park, { email: NEW }) }
    await hear(Object.values(passes))
    await db.execute(sql`
      update subscriptions set snoozed_until = now() + interval '2 hours' where email = ${silenced}`)
    await db.execute(sql`
      update watches w set silent_until = now() + interval '3 hours' from subscriptions s
      where s.id = w.subscription_id and s.email = ${silenced} and w.ride_id = ${ride(0)}`)

    await hear(movesOf([passes[OLD]]))

    await passTime(61)
    await hear([aPoll(park, [5, 5])], build().handlers)
    expect(await triggered()).toEqual([])
    await passTime(60)
    await hear([aPoll(park, [5, 5])], build().handlers)
    expect(await triggered()).toMatchObject([{ email: NEW, alerts: [{ rideId: ride(1) }] }])
  })

  test('keeps the ids of all alerts, and both passes report theirs at their end', async () => {
    const day = { date: '2026-07-01', startsAt: at(-60), endsAt: at(30) }
    const [moved, met] = [OLD, NEW].map((email) => aPass(park, { email, windows: [day] }))
    await hear([moved!, met!])
    await hear([aReading(park, 5)])
    const ids = (await triggered()).flatMap(({ alerts }) => alerts.map(({ alertId }) => alertId))

    await hear(movesOf([moved!]))
    await passTime(31)
    await runJob('end-passes')

    const ended = await published(passEnded)
    expect(ended).toHaveLength(2)
    for (const { alerts } of ended)
      expect(alerts.map(({ alertId }) => alertId).toSorted()).toEqual(ids.toSorted())
  })

  test.for([
    ['the moved one', OLD],
    ['the one of the new address', NEW],
  ] as const)('leaves the alerts on when only %s was stopped', async ([, stopped]) => {
    const [moved, met] = [aPass(park, { email: OLD }), aPass(park, { email: NEW })]
    await hear([moved, met])
    await switchOff(stopped)

    await hear(movesOf([moved]))
    await hear([aReading(park, 5)])

    expect(await alertedAddresses()).toEqual([[NEW, NEW]])
  })

  test('an erasure after the move deletes both passes and the one subscription', async () => {
    const [moved, met] = [aPass(park, { email: OLD }), aPass(park, { email: NEW })]
    await hear([moved, met])
    await hear(movesOf([moved]))
    await db.execute(sql`update outbox_batches set published_at = now()`)

    await hear([erasureOf(moved), erasureOf(met)])

    expect(await published(subscriptionErased)).toHaveLength(1)
    expect(Object.keys(await findTraces(db, OLD, NEW))).not.toContain('subscriptions')
    const left = await db.execute(
      sql`select from passes union all select from watches union all select from alerts`,
    )
    expect(left).toHaveLength(0)
  })
})
