import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  aReopening,
  at,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'

const { db, handlers, hear, triggered, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
  await hear([aPass(park)])
})

const askForReopenings = () => db.execute(sql`update watches set on_reopen = true`)

test('a ride that runs again alerts the visitor who asked for reopenings, however long its wait', async () => {
  await askForReopenings()

  await hear([aReopening(park, { waitMinutes: 90 })])

  expect(await triggered()).toMatchObject([
    { alerts: [{ kind: 'reopened', waitMinutes: 90, changedAt: null }] },
  ])
})

test('a ride that runs again alerts also while no wait is posted yet', async () => {
  await askForReopenings()

  await hear([aReopening(park, { waitMinutes: null })])

  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'reopened', waitMinutes: null }] }])
})

test('a visitor who did not ask for reopenings is not alerted of them', async () => {
  await hear([aReopening(park)])

  expect(await triggered()).toEqual([])
})

test('a ride that reopens with a short wait makes one alert, of the short wait', async () => {
  await askForReopenings()

  await hear([aReopening(park, { waitMinutes: 5 })])

  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'short-wait', waitMinutes: 5 }] }])
})

test('a short wait and a reopening of one poll are one message', async () => {
  await askForReopenings()

  await hear([aPoll(park, [10, { waitMinutes: 70, previousStatus: 'DOWN' }])])

  const messages = await triggered()
  expect(messages.map(({ alerts }) => alerts.map(({ kind }) => kind))).toEqual([['short-wait', 'reopened']])
})

test('a reopening shares the cooldown of the ride: a short wait right after it does not alert again', async () => {
  await askForReopenings()

  await hear([aReopening(park)])
  await hear([aReading(park, 5)])

  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'reopened' }] }])
})

test('a reopening in an earlier poll of the batch counts while the newest still shows the ride open', async () => {
  await askForReopenings()

  await hear([aReopening(park, { observedAt: at(-1) }), aReading(park, 50)])

  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'reopened', waitMinutes: 50 }] }])
})

test('a reopening that is over by the newest poll of the batch makes no alert', async () => {
  await askForReopenings()

  await hear([aReopening(park, { observedAt: at(-1) }), aReading(park, null, { status: 'DOWN' })])

  expect(await triggered()).toEqual([])
})

test.for([
  { name: 'in a park that is closed', change: { parkOpen: false } },
  { name: 'after a gap in the readings', change: { trusted: false } },
  { name: 'that comes too late', change: { observedAt: at(-11) } },
  {
    name: 'that waits before newer records',
    change: { observedAt: at(-4) },
    position: { isNewest: async () => false },
  },
  { name: 'of a feed that flaps', change: { isFlap: true } },
  { name: 'that was no breakdown', change: { previousStatus: 'CLOSED' as const } },
])('a reopening $name makes no alert', async ({ change, position }) => {
  await askForReopenings()

  await hear([aReopening(park, change)], handlers, position)

  expect(await triggered()).toEqual([])
})

const BACKLOG = { isNewest: async () => false }

test('a reopening in a late poll alerts with the newest poll of a later batch, which shows the ride open', async () => {
  await askForReopenings()

  await hear([aReopening(park, { observedAt: at(-5) })], handlers, BACKLOG)
  await hear([aReading(park, 45, { observedAt: at(-4) })], handlers, BACKLOG)
  expect(await triggered()).toEqual([])
  await hear([aReading(park, 50)])

  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'reopened', waitMinutes: 50 }] }])
})

test('a reopening in a late poll makes no alert if a later batch shows the ride down again', async () => {
  await askForReopenings()

  await hear([aReopening(park, { observedAt: at(-5) })], handlers, BACKLOG)
  await hear([aReading(park, null, { status: 'DOWN' })])
  await hear([aReading(park, 50)])

  expect(await triggered()).toEqual([])
})

test('a reopening alerts once, whatever polls follow', async () => {
  await askForReopenings()

  await hear([aReopening(park, { observedAt: at(-5) })], handlers, BACKLOG)
  await hear([aReading(park, 50)])
  await db.execute(sql`update watches set next_alert_at = '2026-01-01', ready = true`)
  await hear([aReading(park, 50)])

  expect(await triggered()).toHaveLength(1)
})

test('a reopening of more than ten minutes ago makes no alert, also in a fresh poll', async () => {
  await askForReopenings()

  await hear([aReopening(park, { observedAt: at(-11) }), aReading(park, 50)])

  expect(await triggered()).toEqual([])
})
