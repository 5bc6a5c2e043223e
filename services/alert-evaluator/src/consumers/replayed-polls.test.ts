import { replayDeadLetter } from '@walkon/messaging/dead-letter-replay'
import { databaseBesidePool } from '@walkon/runtime/database-beside-pool'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { aRecord } from '@walkon/testing/events'
import type { Heard } from '@walkon/testing/service'
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
import { createAlertMaker } from '../use-cases/alerts/make-alerts.ts'
import { createAlertMetrics } from '../metrics/alerts.ts'
import { onWaitTimeObserved } from './wait-time-observed.ts'

const { db, hear, triggered, clear, close } = await createTestEvaluator()
const aside = databaseBesidePool(db)
afterAll(async () => {
  await aside.close()
  await close()
})

const log = createLog({ service: 'alert-evaluator', level: 'silent' })
const metrics = createAlertMetrics(db, createMetrics('alert-evaluator'))
const makeAlerts = createAlertMaker({
  cache: createMemoryCache(),
  cooldownMinutes: 60,
  log,
  metrics,
})
/** Claims one watch at a time, so that most claims are committed beside the transaction of the reading. */
const handlers = [
  onWaitTimeObserved({
    db,
    aside: aside.db,
    makeAlerts,
    metrics,
    log,
    now: () => new Date(),
    defaultThresholdMinutes: 15,
    watchesAtOnce: 1,
  }),
]

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(1)
  await hear([catalogOf(park)])
  for (const email of ['ada@example.com', 'bob@example.com', 'cleo@example.com'])
    await hear([aPass(park, { email })])
})

const resend = (poll: Heard, isKept: boolean) =>
  replayDeadLetter(
    {
      id: 'letter',
      consumer: 'alert-evaluator',
      errorClass: 'TypeError',
      errorMessage: 'a bug of ours',
      original: aRecord(poll.event, poll.definition),
    },
    { db, handlers, now: new Date(), isKept },
  )

test('a dry run of a fresh poll alerts no visitor, however many watches it would claim', async () => {
  expect(await resend(aReading(park, 5), false)).toEqual({ kind: 'applied' })

  expect(await triggered()).toEqual([])
})

test('a poll that is sent again alerts no visitor, however fresh: a newer one may have said otherwise', async () => {
  const letter = aReading(park, 5, { observedAt: at(-1) })
  await hear([aReading(park, 60)], handlers)

  expect(await resend(letter, true)).toEqual({ kind: 'applied' })

  expect(await triggered()).toEqual([])
})

test('a reopening that is sent again alerts with the next poll that shows the ride open', async () => {
  await db.execute(sql`update watches set on_reopen = true`)
  await resend(aReopening(park, { observedAt: at(-1) }), true)
  expect(await triggered()).toEqual([])

  await hear([aReading(park, 50)], handlers)

  expect(await triggered()).toHaveLength(3)
})
