import { passEnded, doneForTodayPredicted } from '@walkon/contracts/events/alerts'
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
  type NewPoll,
  type NewReading,
  type TestPark,
} from '../testing/evaluator.ts'

const { db, build, hear, handlers, triggered, published, passTime, runJob, clear, close } =
  await createTestEvaluator()
afterAll(close)

const ADA = 'ada@example.com'

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
  await hear([aPass(park, { email: ADA })])
  await db.execute(sql`update watches set on_reopen = true`)
})

/** The first ride is down, and probably not back before the closing. */
const isDone = (more: NewReading & NewPoll = {}) =>
  aReading(park, null, { status: 'DOWN', isProbablyDone: true, ...more })
const told = () => published(doneForTodayPredicted)

test('a visitor who asked for reopenings is told once that a ride is probably done for today, whatever polls follow', async () => {
  await hear([isDone()])
  await hear([isDone()], build().handlers)
  await hear([isDone()])

  expect(await told()).toMatchObject([
    {
      email: ADA,
      recipients: [{ channel: 'email', address: ADA }],
      parkName: 'Kingdom of Tests',
      alerts: [{ kind: 'probably-done', rideName: 'Ride 1', waitMinutes: null }],
    },
  ])
})

test('rides of one poll are one message, the most wanted first', async () => {
  const down = { status: 'DOWN' as const, waitMinutes: null, isProbablyDone: true }
  await hear([
    aPoll(park, [
      { ...down, popularity: 10 },
      { ...down, popularity: 40 },
    ]),
  ])

  expect((await told()).map(({ alerts }) => alerts.map(({ rideName }) => rideName))).toEqual([
    ['Ride 2', 'Ride 1'],
  ])
})

test('a second ride is told by itself', async () => {
  const down = { status: 'DOWN' as const, waitMinutes: null, isProbablyDone: true }
  await hear([isDone()])
  await hear([aPoll(park, [down, down])])

  expect((await told()).map(({ alerts }) => alerts.map(({ rideName }) => rideName))).toEqual([
    ['Ride 1'],
    ['Ride 2'],
  ])
})

test('a ride that reopens after all alerts as before: no cooldown was claimed', async () => {
  await hear([isDone()])
  await hear([aReopening(park)])

  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'reopened' }] }])
})

test('the next day of the park it is told again', async () => {
  await hear([isDone()])
  await db.execute(
    sql`update alerts set id = gen_random_uuid(), triggered_at = triggered_at - interval '1 day'`,
  )
  await db.execute(sql`truncate outbox`)
  await hear([isDone()])

  expect(await told()).toHaveLength(1)
})

test('it counts for no guarantee, and a pass has brought nothing by it', async () => {
  await hear([isDone()])
  await passTime(24 * 60)
  await runJob('end-passes')

  expect(await published(passEnded)).toMatchObject([{ alerts: [] }])
})

test('a visitor who asked for short waits alone is told nothing', async () => {
  await db.execute(sql`update watches set on_reopen = false`)
  await hear([isDone()])

  expect(await told()).toEqual([])
})

test('while a watch rests nothing is told, and the first poll after that tells it', async () => {
  await db.execute(sql`update watches set next_alert_at = now() + interval '1 hour', ready = false`)
  await hear([isDone()])
  expect(await told()).toEqual([])
  await db.execute(sql`update watches set next_alert_at = now(), ready = true`)
  await hear([isDone()])

  expect(await told()).toHaveLength(1)
})

test.for([
  { name: 'in a park that is closed', change: { parkOpen: false } },
  { name: 'after a gap in the readings', change: { trusted: false } },
  { name: 'in a poll that comes too late', change: { observedAt: at(-11) } },
  { name: 'that runs again', change: { status: 'OPERATING' as const } },
])('a ride $name is told to nobody', async ({ change }) => {
  await hear([isDone(change)])

  expect(await told()).toEqual([])
})

test('a late poll with newer ones behind it tells nothing', async () => {
  await hear([isDone({ observedAt: at(-4) })], handlers, { isNewest: async () => false })

  expect(await told()).toEqual([])
})
