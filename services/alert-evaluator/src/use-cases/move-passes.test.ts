import { passEnded, subscriptionErased, subscriptionMoved } from '@walkon/contracts/events/alerts'
import { passMoved } from '@walkon/contracts/events/billing'
import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { AT_THE_END } from '@walkon/messaging/inbox'
import { heard, linkHeaders, type Heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  erasureOf,
  passIdOf,
  type TestPark,
} from '../testing/evaluator.ts'

const { app, build, clear, close, db, handlers, hear, outboxEvents, passTime, published, runJob, triggered } =
  await createTestEvaluator()
afterAll(close)

const OLD = 'ada@example.com'
const NEW = 'lovelace@example.com'
const LAST = 'byron@example.com'
const OUTSIDER = 'oscar@example.com'

let park: TestPark
let ride: (index: number) => string
beforeEach(async () => {
  await clear()
  park = aPark(3)
  ride = (index) => park.attractions[index]?.rideId ?? ''
  await hear([catalogOf(park)])
})

/** PassMoved as billing publishes it, for each of the passes. */
const movesOf = (passes: Heard[], email = NEW, changedAt = at(0)) => {
  const passIds = passes.map(passIdOf)
  return passIds.map((passId) => heard(passMoved, { passId, email, passIds, changedAt }))
}

const list = async (email: string) => {
  const headers = await linkHeaders(email)
  return (await app.inject({ url: '/subscriptions', headers })).json<SubscriptionView[]>()
}
const choose = async (email: string, choices: object[]) => {
  const [subscription] = await list(email)
  const url = `/subscriptions/${subscription?.id}/watches`
  await app.inject({ method: 'PUT', url, headers: await linkHeaders(email), payload: choices })
}
const switchOff = async (email: string) => {
  const [subscription] = await list(email)
  const url = `/subscriptions/${subscription?.id}`
  await app.inject({ method: 'PATCH', url, headers: await linkHeaders(email), payload: { active: false } })
}
/** The rides that the address's one subscription watches, with their thresholds. */
const choicesOf = async (email: string) => {
  const [subscription] = await list(email)
  const watched = subscription?.watches.filter(({ active }) => active) ?? []
  return watched.map(({ rideId, thresholdMinutes, onReopen }) => ({ rideId, thresholdMinutes, onReopen }))
}
const alertedAddresses = async () =>
  (await triggered()).map(({ email, recipients }) => [email, ...recipients.map(({ address }) => address)])

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

describe('a move to an address that has a subscription for the park', () => {
  test('joins the windows, and the rides of the moved one win', async () => {
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
  ] as const)('is on when only %s was stopped', async ([, stopped]) => {
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
    await db.execute(sql`update outbox set published_at = now()`)

    await hear([erasureOf(moved), erasureOf(met)])

    expect(await published(subscriptionErased)).toHaveLength(1)
    expect(Object.keys(await findTraces(db, OLD, NEW))).not.toContain('subscriptions')
    const left = await db.execute(
      sql`select from passes union all select from watches union all select from alerts`,
    )
    expect(left).toHaveLength(0)
  })
})

describe('the order of events', () => {
  test('two passes of one subscription move at the first PassMoved, and the second changes nothing', async () => {
    const passes = [aPass(park, { email: OLD }), aPass(park, { email: OLD })]
    await hear(passes)
    const [first, second] = movesOf(passes)

    await hear([first!])
    expect(await list(OLD)).toEqual([])
    await choose(NEW, [{ rideId: ride(2), active: true }])
    await hear([second!])

    expect(await choicesOf(NEW)).toMatchObject([{ rideId: ride(2) }])
    expect(await published(subscriptionMoved)).toHaveLength(1)
  })

  test('a pass that is activated for the old address after the subscription has moved joins it with its own PassMoved', async () => {
    const passes = [aPass(park, { email: OLD }), aPass(park, { email: OLD })]
    const [first, second] = movesOf(passes)
    await hear([passes[0]!])
    await hear([first!])
    await choose(NEW, [{ rideId: ride(2), active: true }])

    await hear([passes[1]!])
    await hear([second!])

    expect(await choicesOf(NEW)).toMatchObject([{ rideId: ride(2) }])
    expect(await list(OLD)).toEqual([])
    expect(await db.execute(sql`select distinct email, address, subscription_id from passes`)).toHaveLength(1)
  })

  test('a PassMoved that is delivered twice, or comes after a later change, moves nothing back', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    const [first] = movesOf([pass], NEW, at(-2))
    const [later] = movesOf([pass], LAST, at(-1))
    await hear([first!, later!])

    await hear([first!])
    await hear([{ ...first!, event: { ...first!.event, id: randomUUID() } }])

    expect(await list(LAST)).toHaveLength(1)
    expect([await list(NEW), await list(OLD)]).toEqual([[], []])
  })

  test('a subscription moves to another address and back', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    const before = await list(OLD)

    await hear([...movesOf([pass], NEW, at(-2)), ...movesOf([pass], OLD, at(-1))])

    expect(await list(OLD)).toEqual(before)
    expect(await list(NEW)).toEqual([])
  })

  test('a PassMoved to the address that the subscription has already leaves it as it is', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    const before = await list(OLD)

    await hear(movesOf([pass], OLD))

    expect(await list(OLD)).toEqual(before)
    expect(await published(subscriptionMoved)).toEqual([])
  })

  test('a pass that another visitor has bought for the old address since gets a subscription of its own, with all rides', async () => {
    const [moved, bought] = [aPass(park, { email: OLD }), aPass(park, { email: OLD })]
    await hear([moved])
    await choose(OLD, [{ rideId: ride(1), active: true, thresholdMinutes: 30 }])
    await hear([bought])

    await hear(movesOf([moved]))
    await hear([aReading(park, 5)])

    expect(await choicesOf(NEW)).toMatchObject([{ rideId: ride(1), thresholdMinutes: 30 }])
    expect((await choicesOf(OLD)).map(({ thresholdMinutes }) => thresholdMinutes)).toEqual([15, 15, 15])
    expect(await alertedAddresses()).toEqual([[OLD, OLD]])
  })

  test('an erasure after the move leaves nothing of the subscription', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    await hear([aReading(park, 5)])
    await hear(movesOf([pass]))
    await db.execute(sql`update outbox set published_at = now()`)

    await hear([erasureOf(pass)])

    expect(await findTraces(db, OLD, NEW)).toEqual({})
    const said = (await outboxEvents()).map(({ type }) => type)
    expect(said).toEqual(['SubscriptionErased'])
  })

  test('a PassMoved of a pass that is unknown here changes nothing', async () => {
    await hear([aPass(park, { email: OLD })])

    await hear(movesOf([aPass(park, { email: OLD })]))

    expect(await list(OLD)).toHaveLength(1)
    expect(await published(subscriptionMoved)).toEqual([])
  })

  test('an alert that is made during the move is published before SubscriptionMoved', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    const { event, definition } = aReading(park, 5)
    let moving: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await handlers.find((handler) => handler.definition === definition)?.handle([event], tx, AT_THE_END)
      moving = hear(movesOf([pass]))
      await expect.poll(waitingForLocks, { timeout: 5_000 }).toBe(1)
    })
    await moving

    expect((await outboxEvents()).map(({ type }) => type).slice(-2)).toEqual([
      'AlertTriggered',
      'SubscriptionMoved',
    ])
  })
})

const waitingForLocks = async () =>
  (
    await db.execute(sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  ).length
