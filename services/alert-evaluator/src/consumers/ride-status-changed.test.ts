import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  aReopening,
  at,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'

const { db, hear, triggered, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark()
  await hear([catalogOf(park)])
  await hear([aPass(park)])
})

const askForReopenings = () => db.execute(sql`update watches set on_reopen = true`)

test('a ride that runs again alerts those who asked for it, however long its wait', async () => {
  await askForReopenings()

  await hear([aReopening(park, { waitMinutes: 90 })])

  expect(await triggered()).toMatchObject([
    { alerts: [{ kind: 'reopened', waitMinutes: 90, changedAt: null }] },
  ])
})

test('it alerts also while no wait is posted yet', async () => {
  await askForReopenings()

  await hear([aReopening(park, { waitMinutes: null })])

  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'reopened', waitMinutes: null }] }])
})

test('nobody who did not ask hears of it', async () => {
  await hear([aReopening(park)])

  expect(await triggered()).toEqual([])
})

test('it shares the cooldown of the ride: a short wait right after it does not alert again', async () => {
  await askForReopenings()

  await hear([aReopening(park), aReading(park, 5)])

  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'reopened' }] }])
})

test.for([
  { name: 'in a park that is closed', change: { parkOpen: false } },
  { name: 'after a gap in the readings', change: { trusted: false } },
  { name: 'that comes too late', change: { observedAt: at(-11) } },
  { name: 'that was no breakdown', change: { from: 'CLOSED' as const } },
])('a reopening $name alerts nobody', async ({ change }) => {
  await askForReopenings()

  await hear([aReopening(park, change)])

  expect(await triggered()).toEqual([])
})
