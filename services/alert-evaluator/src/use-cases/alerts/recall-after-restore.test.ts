import { publishPending } from '@walkon/messaging/outbox'
import { answerAfterRestore } from '@walkon/runtime/after-restore-command'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../../testing/evaluator.ts'
import { recallAfterRestore } from './recall-after-restore.ts'

const { hear, build, triggered, db, eventLog, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark()
  await hear([catalogOf(park)])
  await hear([aPass(park)])
})

/** Alerts the visitor, and brings the database back to the time before that. The event log goes on. */
async function alertAndRestore(): Promise<Date> {
  const restoredTo = new Date()
  await hear([aReading(park, 5)])
  await publishPending(db, eventLog)
  await db.execute(sql`truncate alerts, outbox`)
  await db.execute(
    sql`update watches set next_alert_at = now() - interval '1 minute', cooldown_until = null, ready = true`,
  )
  return restoredTo
}

const nothing = () => {}
const recall = (restoredTo: Date, ...options: string[]) =>
  answerAfterRestore(['--to', restoredTo.toISOString(), ...options], recallAfterRestore, {
    name: 'alert-evaluator',
    db,
    eventLog,
    say: nothing,
  })

/** By another process: its cache knows no cooldown. */
const hearAgain = () => hear([aReading(park, 6)], build().handlers)

test('a visitor who was alerted since the instant of a restore is not alerted of the same ride by the next reading', async () => {
  await recall(await alertAndRestore(), '--apply')

  await hearAgain()

  expect(await triggered()).toEqual([])
})

test('the cooldown of a recalled alert ends when it would have ended', async () => {
  await recall(await alertAndRestore(), '--apply')
  await passTime(60)

  await hearAgain()

  expect(await triggered()).toHaveLength(1)
})

test('a dry run recalls nothing', async () => {
  await recall(await alertAndRestore())

  await hearAgain()

  expect(await triggered()).toHaveLength(1)
})

test('an alert that is recalled twice is on record once', async () => {
  const restoredTo = await alertAndRestore()
  await recall(restoredTo, '--apply')
  await recall(restoredTo, '--apply')

  expect(await db.execute(sql`select wait_minutes as waits from alerts`)).toEqual([{ waits: 5 }])
})
