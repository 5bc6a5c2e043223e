import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { takeOutcomes } from '../../db/deliveries/unpublished-outcomes.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import { anAlertEvent, createTestNotifier } from '../../testing/notifier.ts'
import { keepOutcomes } from './keep-outcomes.ts'
import { publishOutcomes } from './publish-outcomes.ts'

const notifier = await createTestNotifier()
const { clear, close, db, hear, listPublished, published, runJob } = notifier
afterAll(close)
beforeEach(clear)

/** Seconds. A test takes less than either. */
const WAITS = { quiet: 600, longest: 3_600 }

const ADA = 'ada@example.com'

/** A message that has come to such an end. */
const ended = (state: Transition['state'], id: string = randomUUID()) =>
  db.transaction((tx) =>
    keepOutcomes(tx, [
      {
        id,
        state,
        channel: 'email',
        reason: null,
        sourceId: randomUUID(),
        letterId: null,
        attemptNo: 1,
        isFarewell: false,
        latencySeconds: null,
        traceparent: null,
      },
    ]),
  )
/** Lets time pass for the oldest outcome, or for all. */
const wait = (seconds: number, which: 'oldest' | 'all' = 'all') =>
  db.execute(sql`
    update unpublished_outcomes set recorded_at = recorded_at - make_interval(secs => ${seconds})
    where ${which === 'all'} or position = (select min(position) from unpublished_outcomes)`)
const countEvents = async () => (await db.execute(sql`select from outbox`)).length

test('an outcome waits while messages end, and is published once none has ended for a while', async () => {
  await ended('accepted')
  await wait(WAITS.quiet)
  await ended('accepted')
  expect([await publishOutcomes(db, WAITS), await countEvents()]).toEqual(['waiting', 0])

  await wait(WAITS.quiet)
  expect([await publishOutcomes(db, WAITS), await countEvents()]).toEqual(['published', 2])
  expect(await publishOutcomes(db, WAITS)).toBe('none')
})

test('an outcome that has waited for the longest time is published, however many messages end', async () => {
  await ended('accepted')
  await ended('accepted')
  await wait(WAITS.longest, 'oldest')

  expect(await publishOutcomes(db, WAITS)).toBe('published')
})

test('the outcomes of a message are published in the order in which they came about', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  await ended('accepted', one)
  await ended('accepted', other)
  await ended('delivered', one)
  await ended('bounced', other)

  const outcomes = (await published(deliveryRecorded)).map(({ deliveryId, outcome }) => [deliveryId, outcome])

  expect(outcomes).toEqual([
    [one, 'accepted'],
    [other, 'accepted'],
    [one, 'delivered'],
    [other, 'bounced'],
  ])
})

test('a message that is still on its way has no outcome', async () => {
  for (const state of ['queued', 'sending', 'unknown'] as const) await ended(state)

  expect(await publishOutcomes(db, WAITS)).toBe('none')
})

test('an outcome names its alerts, though its message was erased before it was published', async () => {
  const event = anAlertEvent({ email: ADA })
  await hear([event])
  await notifier.suppress({
    channel: 'email',
    addressHash: hashAddress(ADA),
    reason: 'unsubscribed',
    scope: 'all',
  })
  await db.execute(sql`delete from delivery_alerts`)
  await db.execute(sql`delete from deliveries`)

  expect(await published(deliveryRecorded)).toMatchObject([
    { outcome: 'suppressed', reason: 'unsubscribed', alerts: [{ alertId: expect.any(String) }] },
  ])
})

test('one process publishes at a time, and what one has taken and not committed is published by another', async () => {
  await ended('accepted')
  const failed = new Error('the process dies')
  const dying = db.transaction(async (tx) => {
    expect(await takeOutcomes(tx, 1)).toHaveLength(1)
    expect(await publishOutcomes(db, { quiet: 0, longest: 0 })).toBe('none')
    throw failed
  })

  await expect(dying).rejects.toBe(failed)

  expect(await listPublished()).toHaveLength(1)
})

test('how long the oldest outcome has waited can be seen', async () => {
  const ageOf = async () =>
    Number(
      /delivery_outcome_oldest_unpublished_seconds\{\S* (\S+)/.exec(await notifier.metrics.metrics())?.[1],
    )
  expect(await ageOf()).toBe(0)

  await ended('accepted')
  await wait(30)

  expect(await ageOf()).toBeGreaterThanOrEqual(30)
})

test('the job publishes what has ended without being told to', async () => {
  await ended('accepted')

  while (await runJob('publish-outcomes')) continue

  expect(await countEvents()).toBe(1)
})

test('the transaction that publishes outcomes does not wait for the disk, and the one that keeps them does', async () => {
  await db.execute(sql`create table durability (work text, decided_by text)`)
  await db.execute(sql`
    create function note_durability() returns trigger language plpgsql as $$ begin
      insert into durability select tg_op, setting || ' by ' || source from pg_settings where name = 'synchronous_commit';
      return null;
    end $$`)
  await db.execute(sql`
    create trigger note after insert or delete on unpublished_outcomes for each row execute function note_durability()`)

  await ended('accepted')
  expect(await publishOutcomes(db, { quiet: 0, longest: 0 })).toBe('published')
  await db.execute(sql`drop trigger note on unpublished_outcomes`)

  const noted = await db.execute<{ work: string; decided_by: string }>(sql`select * from durability`)
  const deciders = Object.fromEntries(noted.map(({ work, decided_by }) => [work, decided_by]))
  expect(deciders).toEqual({
    INSERT: expect.stringContaining('by command line'),
    DELETE: 'off by session',
  })
})
