import { AT_THE_END } from '@walkon/messaging/inbox'
import { passEnded } from '@walkon/contracts/events/alerts'
import { passRevoked } from '@walkon/contracts/events/billing'
import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  passIdOf,
  type TestPark,
} from '../testing/evaluator.ts'
import { heard } from '@walkon/testing/service'

const { db, handlers, hear, jobs, build, metrics, triggered, published, passTime, clear, close } =
  await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
})

const run = (name: string, of = jobs) => of.find((job) => job.name === name)?.run(AbortSignal.timeout(10_000))
const anHour = { date: '2026-07-01', startsAt: at(-30), endsAt: at(30) }

describe('end-passes', () => {
  test('PassEnded is published once, with the rides alerted in the windows of the pass', async () => {
    const pass = aPass(park, { windows: [anHour] })
    await hear([pass])
    await hear([aReading(park, 5)])
    const [message] = await triggered()
    await passTime(31)

    await run('end-passes')
    await run('end-passes')

    expect(await published(passEnded)).toMatchObject([
      {
        passId: pass.event.data['passId'],
        subscriptionId: message?.subscriptionId,
        alerts: [{ alertId: message?.alerts[0]?.alertId, rideId: park.attractions[0]?.rideId }],
      },
    ])
  })

  test('two runners at the same moment publish PassEnded once', async () => {
    await hear(Array.from({ length: 20 }, () => aPass(park, { windows: [anHour] })))
    await passTime(31)

    await Promise.all([run('end-passes'), run('end-passes', build().jobs), run('end-passes', build().jobs)])
    await run('end-passes')

    const ended = (await published(passEnded)).map(({ passId }) => passId)
    expect(ended).toHaveLength(20)
    expect(new Set(ended).size).toBe(20)
  })

  test('PassEnded waits for an alert that was made before the end and is not committed yet', async () => {
    const pass = aPass(park, { windows: [anHour] })
    await hear([pass])
    let ending: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      const poll = aReading(park, 5)
      await handlers
        .find(({ definition }) => definition === poll.definition)
        ?.handle([poll.event], tx, AT_THE_END)
      await tx.execute(sql`update alerts set triggered_at = now() - interval '1 minute'`)
      await db.execute(sql`update passes set ends_at = now() - interval '30 seconds'`)
      await db.execute(sql`update pass_windows set ends_at = now() - interval '30 seconds'`)

      ending = Promise.resolve(run('end-passes'))
      await vi.waitFor(async () => {
        const [row] = await db.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_locks where not granted`,
        )
        expect(row?.waiting).toBeGreaterThan(0)
      })
    })
    await ending

    expect(await published(passEnded)).toMatchObject([{ passId: passIdOf(pass), alerts: [{}] }])
  })

  test('PassEnded is not published while a window is still to come', async () => {
    await hear([aPass(park, { windows: [anHour, { date: '2026-07-02', startsAt: at(60), endsAt: at(90) }] })])
    await passTime(31)

    await run('end-passes')

    expect(await published(passEnded)).toEqual([])
  })

  test('PassEnded leaves out rides alerted only in the windows of another pass', async () => {
    const email = 'ada@example.com'
    const over = aPass(park, {
      email,
      windows: [{ date: '2026-06-30', startsAt: at(-120), endsAt: at(-60) }],
    })
    await hear([over, aPass(park, { email, windows: [anHour] })])
    await hear([aReading(park, 5)])

    await run('end-passes')

    expect(await published(passEnded)).toMatchObject([{ passId: over.event.data['passId'], alerts: [] }])
  })

  test('PassEnded of each of two passes of one subscription names the alerts of its own windows, and those of both where they overlap', async () => {
    const email = 'ada@example.com'
    const days = (...windows: [date: string, from: number, to: number][]) =>
      windows.map(([date, from, to]) => ({ date, startsAt: at(from), endsAt: at(to) }))
    const earlier = aPass(park, { email, windows: days(['2026-06-30', -300, -60], ['2026-07-01', -30, 30]) })
    const later = aPass(park, { email, windows: days(['2026-07-01', -10, 40]) })
    await hear([earlier, later])
    const [one = '', two = ''] = park.attractions.map(({ rideId }) => rideId)
    await hear([aReading(park, 5)])
    await hear([aReading(park, 5, { ride: 1 })])
    await db.execute(sql`
      update alerts set triggered_at = now() - interval '20 minutes' where ride_id = ${one}::uuid`)
    await passTime(41)

    await run('end-passes')

    const ended = new Map(
      (await published(passEnded)).map(({ passId, alerts }) => [
        passId,
        alerts.map(({ rideId }) => rideId).toSorted(),
      ]),
    )
    expect(ended.get(passIdOf(earlier))).toEqual([one, two].toSorted())
    expect(ended.get(passIdOf(later))).toEqual([two])
  })

  test('PassEnded is not published for a revoked pass', async () => {
    const pass = aPass(park, { windows: [anHour] })
    await hear([pass])
    await hear([heard(passRevoked, { passId: String(pass.event.data['passId']), reason: 'refunded' })])
    await passTime(31)

    await run('end-passes')

    expect(await published(passEnded)).toEqual([])
  })

  test('a subscription whose window has ended moves to its next window', async () => {
    await hear([aPass(park, { windows: [anHour, { date: '2026-07-02', startsAt: at(60), endsAt: at(90) }] })])
    await passTime(31)
    await run('end-passes')

    await passTime(30)
    await hear([aReading(park, 5)])

    expect(await triggered()).toHaveLength(1)
  })
})

test('ready-watches finds the watches whose window has opened', async () => {
  await hear([aPass(park, { windows: [{ date: '2026-07-01', startsAt: at(10), endsAt: at(90) }] })])
  const ready = async () => (await db.execute(sql`select from watches where ready`)).length
  expect(await ready()).toBe(0)

  await passTime(11)
  await run('ready-watches')

  expect(await ready()).toBe(2)
})

describe('reconcile-alerts', () => {
  const settle = async () => {
    await db.execute(sql`update outbox set published_at = now()`)
  }
  const pending = async () =>
    (
      await db.execute<{ id: string }>(sql`
      select event_id as id from outbox where published_at is null and headers->>'ce_type' = 'AlertTriggered'`)
    ).map(({ id }) => id)
  const unaccounted = async () =>
    (await metrics.getSingleMetric('alerts_unaccounted')?.get())?.values[0]?.value

  beforeEach(async () => {
    await hear([aPass(park)])
    await hear([aReading(park, 5)])
    await settle()
  })

  test('an alert without an end state after three minutes is published again, under an id that no inbox knows', async () => {
    const [message] = await triggered()
    await passTime(4)
    expect(await unaccounted()).toBe(1)

    await run('reconcile-alerts')

    const [copy, ...more] = await pending()
    expect(more).toEqual([])
    expect(copy).not.toBe(message?.alerts[0]?.alertId)
    expect((await triggered()).at(-1)).toEqual(message)
  })

  test('an alert that was just published again is not published once more', async () => {
    await passTime(4)
    await run('reconcile-alerts')
    await settle()
    await passTime(1)

    await run('reconcile-alerts')

    expect(await pending()).toEqual([])
  })

  test('a backlog of overdue alerts is worked off in batches, each event once', async () => {
    await db.execute(sql`
      with overdue as (
        insert into alerts (id, event_id, subscription_id, ride_id, kind, observed_at, triggered_at)
        select id, id, gen_random_uuid(), gen_random_uuid(), 'short-wait', now(), now() - n * interval '1 second' - interval '1 hour'
        from (select gen_random_uuid() as id, n from generate_series(1, 501) n) as made
        returning event_id)
      insert into outbox (event_id, topic, headers, published_at)
      select event_id, 'alerts.triggered', '{"ce_type": "AlertTriggered"}', now() from overdue`)

    expect(await run('reconcile-alerts')).toBe(true)
    expect(await pending()).toHaveLength(500)
    expect(await run('reconcile-alerts')).toBe(false)
    expect(await pending()).toHaveLength(501)
  })

  test('leaves a young alert alone', async () => {
    await passTime(2)

    await run('reconcile-alerts')

    expect(await pending()).toEqual([])
    expect(await unaccounted()).toBe(0)
  })

  test.for(['accepted', 'failed', 'expired', 'suppressed'] as const)(
    'an alert whose delivery is %s is accounted for',
    async (outcome) => {
      const [message] = await triggered()
      const alerts = message?.alerts ?? []
      await hear([
        heard(deliveryRecorded, {
          deliveryId: randomUUID(),
          channel: 'email',
          outcome,
          reason: null,
          alerts: alerts.map(({ alertId, rideId }) => ({ alertId, rideId })),
          recordedAt: at(0),
        }),
      ])
      await passTime(4)

      await run('reconcile-alerts')

      expect(await pending()).toEqual([])
      expect(await unaccounted()).toBe(0)
    },
  )
})
