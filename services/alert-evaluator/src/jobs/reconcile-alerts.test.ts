import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { heard } from '@walkon/testing/service'
import { PENDING } from '@walkon/messaging/outbox-batches'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'

const { clear, close, db, hear, metrics, passTime, runJob, triggered } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
})

describe('reconcile-alerts', () => {
  const settle = async () => {
    await db.execute(sql`update outbox_batches set published_at = now()`)
  }
  const pending = async () =>
    (
      await db.execute<{ id: string }>(sql`
      select event_id as id from outbox where position in (${PENDING}) and headers->>'ce_type' = 'AlertTriggered'`)
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

    await runJob('reconcile-alerts')

    const [copy, ...more] = await pending()
    expect(more).toEqual([])
    expect(copy).not.toBe(message?.alerts[0]?.alertId)
    expect((await triggered()).at(-1)).toEqual(message)
  })

  test('an alert that was just published again is not published once more', async () => {
    await passTime(4)
    await runJob('reconcile-alerts')
    await settle()
    await passTime(1)

    await runJob('reconcile-alerts')

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
      select event_id, 'alerts.triggered', '{"ce_type": "AlertTriggered"}', 'infinity' from overdue`)

    expect(await runJob('reconcile-alerts')).toBe(true)
    expect(await pending()).toHaveLength(500)
    expect(await runJob('reconcile-alerts')).toBe(false)
    expect(await pending()).toHaveLength(501)
  })

  test('leaves a young alert alone', async () => {
    await passTime(2)

    await runJob('reconcile-alerts')

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

      await runJob('reconcile-alerts')

      expect(await pending()).toEqual([])
      expect(await unaccounted()).toBe(0)
    },
  )
})
