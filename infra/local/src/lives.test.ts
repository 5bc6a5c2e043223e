import { schemaOf } from '@walkon/contracts/services'
import { createTestDatabase } from '@walkon/testing/database'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { READ, tellLives, type LifeUrls } from './lives.ts'

const opened = await Promise.all(
  READ.map(async (service) => {
    const folder = join(import.meta.dirname, '../../../services', service, 'migrations')
    return { service, ...(await createTestDatabase(schemaOf(service), folder)) }
  }),
)
afterAll(() => Promise.all(opened.map(({ drop }) => drop())))
const urls = Object.fromEntries(opened.map(({ service, url }) => [service, url])) as LifeUrls
function clientOf(name: (typeof READ)[number]) {
  const database = opened.find(({ service }) => service === name)
  if (!database) throw new Error(`${name} is not read`)
  return database.db.$client
}

test('a table is told by the id of its alert, of its letter and of its delivery, step by step', async () => {
  const [alertId, letterId, deliveryId] = [randomUUID(), randomUUID(), randomUUID()]
  await clientOf('planner')`
    insert into requested_letters (id, kind, about, requested_at, accounted_at)
    values (${letterId}, 'table-free', ${alertId}, now() - interval '9 seconds', now())`
  await clientOf('notifier')`
    insert into deliveries (id, source, source_id, channel, address, address_hash, state, last_error, expires_at, requested_at, created_at, updated_at)
    values (${deliveryId}, 'notification', ${letterId}, 'email', 'ada@example.com', 'hash', 'failed', 'in-doubt', now(), now(),
      now() - interval '8 seconds', now() - interval '7 seconds')`

  for (const id of [alertId, letterId, deliveryId]) {
    const life = (await tellLives(urls, id)).join('\n')
    expect(life).toContain(`letter ${letterId}: table-free of planner, about ${alertId}`)
    expect(life.match(/requested|queued|failed|accounted for/g)).toEqual([
      'requested',
      'queued',
      'failed',
      'accounted for',
    ])
    expect(life).toContain('in-doubt')
    expect(life).not.toContain('ada@')
  }
})

test('an order is told with its payment, its pass, its refund and the letters about them, by the id of any', async () => {
  const [orderId, paymentId, passId, letterId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const billing = clientOf('billing')
  await billing`
    insert into orders (id, email, address_hash, channel, park_id, dates, day_price_cents, discount_cents, total_cents, status, created_at,
      expires_at, fulfilled_at)
    values (${orderId}, 'ada@example.com', 'hash', 'email', gen_random_uuid(), '{2026-07-01}', 100, 0, 100, 'fulfilled', now(), now(), now())`
  await billing`
    insert into checkouts (id, order_id, park_id, amount_cents, status, session_id, created_at, expires_at, paid_at)
    values (${paymentId}, ${orderId}, gen_random_uuid(), 100, 'paid', 'cs_1', now(), now(), now())`
  await billing`insert into passes (id, order_id, activated_at) values (${passId}, ${orderId}, now())`
  await billing`insert into published_passes (id, event_id, accounted_at) values (${passId}, gen_random_uuid(), now())`
  await billing`
    insert into guarantees (pass_id, checkout_id, payment_intent, paid_cents, ended_at, settle_until, decided_at, decision, reason, refund_state)
    values (${passId}, ${paymentId}, 'pi_1', 100, now(), now(), now(), 'refund', 'fewer-than-three-rides', 'accepted')`
  await billing`insert into requested_letters (id, kind, about) values (${letterId}, 'guarantee-refund', ${passId})`

  for (const id of [orderId, paymentId, passId]) {
    const life = (await tellLives(urls, id)).join('\n')
    expect(life).toContain(`order ${orderId}: fulfilled`)
    expect(life).toContain(`paid ${paymentId}`)
    expect(life).toContain(`pass activated ${passId}`)
    expect(life).toContain(`published ${passId}`)
    expect(life).toContain(`alerts are on ${passId}`)
    expect(life).toContain('guarantee decided: refund, refund accepted')
    expect(life).toContain(`letter ${letterId}: guarantee-refund of billing`)
    expect(life).not.toContain('ada@')
  }
})

const withoutTimes = (lines: string[]) => lines.map((line) => line.split(' s  ')[1] ?? line)

test('a plan is told with its paid months, and says whose answer is missing until it was heard', async () => {
  const [planId, letterId] = [randomUUID(), randomUUID()]
  const billing = clientOf('billing')
  await billing`
    insert into plans (id, user_id, email, state, month_cents, covered_until, created_at, expires_at)
    values (${planId}, gen_random_uuid(), 'ada@example.com', 'active', 900, '2026-08-01', now() - interval '9 minutes', now())`
  await billing`
    insert into plan_payments (invoice_id, plan_id, amount_cents, paid_at) values ('in_1', ${planId}, 900, now() - interval '8 minutes')`
  await billing`
    insert into published_plans (id, event_id, version, published_at, republished_at)
    values (${planId}, gen_random_uuid(), 1, now() - interval '7 minutes', now() - interval '3 minutes')`
  await billing`insert into requested_letters (id, kind, about) values (${letterId}, 'plan-started', ${planId})`

  const lost = await tellLives(urls, planId)
  expect(withoutTimes(lost).slice(0, 5)).toEqual([
    `plan ${planId}: active, covered until 2026-08-01T00:00:00.000Z, unaccounted: no answer of alert-evaluator`,
    'payment begun',
    'month paid',
    'published',
    'published again: no answer was heard of',
  ])
  expect(lost).toContain(`letter ${letterId}: plan-started of billing, about ${planId}`)
  expect(lost.join()).not.toContain('ada@')

  await billing`update published_plans set accounted_at = now() where id = ${planId}`
  const heard = withoutTimes(await tellLives(urls, planId))
  expect(heard[0]).toBe(`plan ${planId}: active, covered until 2026-08-01T00:00:00.000Z`)
  expect(heard[5]).toBe('alerts are on')
})

test('a paid day of Lightning Lane Assist is told until planner has it', async () => {
  const dayId = randomUUID()
  const billing = clientOf('billing')
  await billing`
    insert into assist_days (id, user_id, state, day_cents, starts_at, ends_at, created_at, expires_at)
    values (${dayId}, gen_random_uuid(), 'active', 500, '2026-07-01', '2026-07-02', now() - interval '9 minutes', now())`
  await billing`
    insert into published_assist_days (id, event_id, published_at) values (${dayId}, gen_random_uuid(), now() - interval '7 minutes')`

  const day = `assist day ${dayId}: active, 2026-07-01T00:00:00.000Z to 2026-07-02T00:00:00.000Z`
  expect(withoutTimes(await tellLives(urls, dayId))).toEqual([
    `${day}, unaccounted: no answer of planner`,
    'payment begun',
    'published',
  ])
  await billing`update published_assist_days set accounted_at = now() where id = ${dayId}`
  expect(withoutTimes(await tellLives(urls, dayId))).toEqual([
    day,
    'payment begun',
    'published',
    'assist is on',
  ])
})

test('a wanted table is told from its order to its end, and a wanted return time with the quiet time that held it', async () => {
  const [tableId, returnTimeId, restaurantId] = [randomUUID(), randomUUID(), randomUUID()]
  const planner = clientOf('planner')
  await planner`
    insert into restaurant_alerts (id, user_id, park_id, restaurant_id, restaurant_name, disney_slug, dates, last_date, party_size,
      preferred_time, active, created_at, told_at, ended_at, ended_reason)
    values (${tableId}, gen_random_uuid(), gen_random_uuid(), ${restaurantId}, 'A tavern', 'a-tavern', '{2026-07-01}', '2026-07-01', 2,
      'dinner', false, now() - interval '9 hours', now() - interval '1 hour', now(), 'past')`
  await planner`
    insert into table_checks (restaurant_id, date, check_at, checked_at)
    values (${restaurantId}, '2026-07-01', now(), now() - interval '30 minutes')`
  await planner`
    insert into lane_preferences (id, user_id, ride_id, priority, start_time, end_time, held_kind, held_opening_at, created_at)
    values (${returnTimeId}, gen_random_uuid(), gen_random_uuid(), 1, '09:00', '21:00', 'RETURN_TIME', now(), now() - interval '1 hour')`

  const stepsOf = async (id: string) =>
    (await tellLives(urls, id)).slice(1).map((line) => line.split(' s  ')[1] ?? '')
  expect(await stepsOf(tableId)).toEqual([
    'table asked for',
    'told of a table',
    'tables checked last',
    'ended: past',
  ])
  expect(await stepsOf(returnTimeId)).toEqual(['return time asked for', 'held for the quiet time'])
})

test('an unknown id tells nothing, and what is no id is refused', async () => {
  expect(await tellLives(urls, randomUUID())).toEqual([])
  await expect(tellLives(urls, 'ada@example.com')).rejects.toThrow('is needed')
})
