import { letterSettled } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import { AT_THE_END } from '@walkon/messaging/inbox'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { heard } from '@walkon/testing/service'
import { PENDING } from '@walkon/messaging/outbox-batches'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { letterIdOf, requestLetter } from './request-letter.ts'
import { accountForLetters, purgeRequestedLetters } from './requested-letters.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(() => db.execute(sql`truncate outbox, requested_letters`))

const metrics = createMetrics('shop')
const letters = accountForLetters({ db, metrics, log: createLog({ service: 'shop', level: 'silent' }) })

const aLetter = (name: string): Letter => ({
  kind: 'letter',
  name,
  subject: 'Your order',
  about: ['Your order'],
  heading: 'Your order',
  paragraphs: ['It is there.'],
  reason: 'You are getting this because you ordered.',
  shortText: 'Your order is there.',
})

const request = (name: string, about: string = randomUUID()) =>
  db.transaction(async (tx) => {
    await requestLetter(
      tx,
      'billing',
      { to: { email: 'ada@example.com' }, letter: aLetter(name), about },
      new Date(),
    )
    return letterIdOf(about, name)
  })
const passTime = (minutes: number) =>
  db.execute(sql`
    update requested_letters set requested_at = requested_at - make_interval(mins => ${minutes}),
      republished_at = republished_at - make_interval(mins => ${minutes})`)
const publish = () => db.execute(sql`update outbox_batches set published_at = now()`)
const settle = (notificationId: string) =>
  db.transaction(async (tx) => {
    const settled = {
      notificationId,
      outcome: 'dropped',
      reason: 'erased',
      settledAt: new Date().toISOString(),
    }
    for (const { handle } of letters.handlers)
      await handle([heard(letterSettled, settled as never).event], tx, AT_THE_END)
  })
const reconcile = () => letters.jobs[0]?.run(new AbortController().signal)
const gauge = async () =>
  Object.fromEntries(
    ((await metrics.getSingleMetric('letters_unaccounted')?.get())?.values ?? []).map(({ labels, value }) => [
      labels['letter'] ?? 'none',
      value,
    ]),
  )
const pending = async () =>
  (
    await db.execute<{ id: string }>(sql`select event_id as id from outbox where position in (${PENDING})`)
  ).map(({ id }) => id)

test('letters without an end after three minutes are counted by kind, until each end is heard of', async () => {
  const [first, second] = [await request('receipt'), await request('receipt')]
  await request('order-lost')
  await passTime(2)
  expect(await gauge()).toEqual({ none: 0 })

  await passTime(2)
  expect(await gauge()).toEqual({ none: 0, receipt: 2, 'order-lost': 1 })

  await settle(first)
  await settle(second)
  expect(await gauge()).toEqual({ none: 0, receipt: 0, 'order-lost': 1 })
})

test('an overdue letter is requested again under an id that no inbox knows, and after half of its age once more', async () => {
  const id = await request('receipt')
  await publish()
  await passTime(4)
  await reconcile()
  const [copy, ...more] = await pending()
  expect([more, copy === id]).toEqual([[], false])

  await publish()
  await passTime(2)
  await reconcile()
  expect(await pending()).toEqual([])
  await passTime(3)
  await reconcile()
  expect(await pending()).toHaveLength(1)
})

test('a letter whose request was deleted from the outbox stays in the gauge', async () => {
  await request('receipt')
  await db.execute(sql`delete from outbox`)
  await passTime(4)
  await reconcile()
  expect(await gauge()).toMatchObject({ receipt: 1 })
})

test('a letter that is requested a second time keeps its end', async () => {
  const about = randomUUID()
  await settle(await request('receipt', about))
  await request('receipt', about)
  await passTime(4)
  expect(await gauge()).toMatchObject({ receipt: 0 })
})

test('a letter is purged a month after its request', async () => {
  await request('receipt')
  await db.execute(sql`update requested_letters set requested_at = now() - interval '31 days'`)
  await request('order-lost')
  expect(await purgeRequestedLetters({ db, now: () => new Date() }).deleteBatch(10)).toEqual({
    requested_letters: 1,
  })
  expect(await db.execute(sql`select kind from requested_letters`)).toEqual([{ kind: 'order-lost' }])
})
