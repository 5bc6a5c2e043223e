import type { Handler } from '@walkon/messaging/inbox'
import { databaseBesidePool } from '@walkon/runtime/database-beside-pool'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { lateReopenings } from '../../db/schema.ts'
import { onWaitTimeObserved } from '../../consumers/wait-time-observed.ts'
import {
  aPark,
  aPass,
  aPoll,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../../testing/evaluator.ts'
import { createAlertMaker } from './make-alerts.ts'
import { createAlertMetrics } from '../../metrics/alerts.ts'

const { db, hear, triggered, clear, close } = await createTestEvaluator()
const aside = databaseBesidePool(db)
afterAll(async () => {
  await aside.close()
  await close()
})

const VISITORS = 7
const RIDES = 3

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(RIDES)
  await hear([catalogOf(park)])
  for (let visitor = 0; visitor < VISITORS; visitor++)
    await hear([aPass(park, { email: `visitor-${visitor}@example.com` })])
})

const isInOutbox = async () => (await triggered()).length > 0

type Hooks = { beforeClaim?: () => Promise<void>; beforeCommit?: () => void; now?: () => Date }

/** An evaluator that claims so few watches at once that a slice ends among the rides of a visitor. */
function evaluator({
  beforeClaim = async () => {},
  beforeCommit = () => {},
  now = () => new Date(),
}: Hooks = {}) {
  const metrics = {
    ...createAlertMetrics(db, createMetrics('alert-evaluator')),
    countTriggered: beforeCommit,
  }
  const log = createLog({ service: 'alert-evaluator', level: 'silent' })
  const shared = createMemoryCache()
  const cache = {
    ...shared,
    claim: async (...claims: Parameters<typeof shared.claim>) => {
      await beforeClaim()
      return shared.claim(...claims)
    },
  }
  const makeAlerts = createAlertMaker({ cache, cooldownMinutes: 60, log, metrics })
  return [
    onWaitTimeObserved({
      db,
      aside: aside.db,
      makeAlerts,
      metrics,
      log,
      now,
      defaultThresholdMinutes: 15,
      watchesAtOnce: 4,
    }),
  ]
}

const EACH_ONCE = Array.from({ length: VISITORS }, (_, visitor) => ({
  email: `visitor-${visitor}@example.com`,
  rides: RIDES,
}))

const messages = async () =>
  (await triggered())
    .map(({ email, alerts }) => ({ email, rides: alerts.length }))
    .toSorted((one, other) => one.email.localeCompare(other.email))

test('watches that are claimed in slices alert once each, and a visitor’s rides stay one message', async () => {
  await hear([aPoll(park, [5, 6, 7])], evaluator())

  expect(await messages()).toEqual(EACH_ONCE)
})

test('a poll is evaluated and matched once, whether it alerts a crowd or nobody', async () => {
  const now = vi.fn(() => new Date())
  await hear([aPoll(park, [5, 6, 7])], evaluator({ now }))
  expect(await messages()).toEqual(EACH_ONCE)
  await hear([aPoll(park, [5, 6, 7])], evaluator({ now }))

  expect(now).toHaveBeenCalledTimes(2)
  expect(await messages()).toEqual(EACH_ONCE)
})

test('a reopening that waited for a newer poll is told by that poll, though it began to wait during the work ahead', async () => {
  const [ride] = park.attractions
  await db.execute(sql`update watches set on_reopen = true where ride_id = ${ride?.rideId}`)
  const [onWaits] = evaluator()
  const overtaken = {
    ...onWaits,
    ahead: async (...given: Parameters<NonNullable<Handler['ahead']>>) => {
      const evaluated = await onWaits?.ahead?.(...given)
      await db.insert(lateReopenings).values({
        rideId: ride?.rideId ?? '',
        parkId: park.parkId,
        reopenedAt: new Date(),
      })
      return evaluated
    },
  } as Handler
  await hear([aPoll(park, [90, 90, 90])], [overtaken])

  expect((await triggered()).flatMap(({ alerts }) => alerts.map(({ kind }) => kind))).toEqual(
    Array.from({ length: VISITORS }, () => 'reopened'),
  )
})

test('the messages of the first slice can be published while the next one is claimed', async () => {
  const published: boolean[] = []
  await hear(
    [aPoll(park, [5, 6, 7])],
    evaluator({ beforeClaim: async () => void published.push(await isInOutbox()) }),
  )

  expect(published[0]).toBe(false)
  expect(published.slice(1)).toContain(true)
})

test('while a crowd is claimed, the slice in hand is the one open transaction', async () => {
  const open: number[] = []
  const countOpen = async () => {
    const transactions = await db.execute(sql`
      select from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)
    open.push(transactions.length)
  }
  await hear([aPoll(park, [5, 6, 7])], evaluator({ beforeClaim: countOpen }))

  expect(open.length).toBeGreaterThan(3)
  expect(new Set(open)).toEqual(new Set([1]))
})

test('a crowd that was alerted leaves no cursor behind, nor does one whose claims failed', async () => {
  const cursors = () => aside.db.execute(sql`select name from pg_cursors`)
  await hear([aPoll(park, [5, 6, 7])], evaluator())
  expect(await cursors()).toEqual([])

  await db.execute(sql`update watches set next_alert_at = now() - interval '1 minute', ready = true`)
  const failing = evaluator({
    beforeCommit: () => {
      throw new Error('The claim failed')
    },
  })
  await expect(hear([aPoll(park, [5, 6, 7])], failing)).rejects.toThrow('failed')
  expect(await cursors()).toEqual([])
})

test('after a crash between two slices the reading is given again, and alerts those it has not reached', async () => {
  const poll = aPoll(park, [5, 6, 7])
  let slices = 0
  const dying = evaluator({
    beforeCommit: () => {
      slices++
      if (slices === 3) throw new Error('The process was killed')
    },
  })
  await expect(hear([poll], dying)).rejects.toThrow('killed')
  const first = await triggered()
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThan(VISITORS)

  await hear([poll], evaluator())

  expect(await messages()).toEqual(EACH_ONCE)
})

test('of two evaluators with the same reading one marks it as applied, and each visitor is alerted once', async () => {
  const poll = aPoll(park, [5, 6, 7])

  await Promise.all([hear([poll], evaluator()), hear([poll], evaluator())])

  expect(await messages()).toEqual(EACH_ONCE)
  expect(await db.execute(sql`select from inbox where event_id = ${poll.event.id}`)).toHaveLength(1)
})
