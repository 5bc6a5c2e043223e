import { publishPending } from '@walkon/messaging/outbox'
import { answerAfterRestore } from '@walkon/runtime/after-restore-command'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { someone } from '../../testing/planner.ts'
import { createTestRestaurants, EVENING, TODAY } from '../../testing/restaurants.ts'
import { recallAfterRestore } from './recall-after-restore.ts'

const world = await createTestRestaurants()
afterAll(world.close)
const { ask, check, db, eventLog, later, lettersTo, poll, provider, setAlert, tavern } = world

const AT_NINE = [{ time: '21:00', partySize: 2 }]
const ada = someone()

beforeEach(async () => {
  await world.clear()
  world.clock.now = EVENING
  await world.catalog({ parkId: world.parkId }, { restaurants: [tavern] })
  await provider.pin(tavern.id, [])
  await setAlert(ada, { dates: [TODAY] })
  await check()
})

/** Brings the database back to the time before the table was told. The event log goes on. */
async function tellAndRestore(tell: () => Promise<void>): Promise<{ restoredTo: Date; token: string }> {
  const restoredTo = new Date()
  await tell()
  const [letter] = await lettersTo(ada)
  await publishPending(db, eventLog)
  await db.execute(sql`truncate table_openings, table_tellings, outbox, outbox_batches, inbox`)
  await db.execute(sql`update restaurant_alerts set told_at = null`)
  const [, token] = /token=([^"&]+)/.exec(JSON.stringify(letter?.action)) ?? []
  return { restoredTo, token: token ?? '' }
}

const nothing = () => {}
const recall = (restoredTo: Date, ...options: string[]) =>
  answerAfterRestore(['--to', restoredTo.toISOString(), ...options], recallAfterRestore, {
    name: 'planner',
    db,
    eventLog,
    say: nothing,
  })

async function findTable(): Promise<void> {
  await provider.pin(tavern.id, AT_NINE)
  await findAgain()
}

/** The next check of the day. */
async function findAgain(): Promise<void> {
  later(31 * 60)
  await check()
}

const tableOf = (token: string) =>
  ask<{ restaurantName: string }>('POST', '/restaurant-alerts/link', null, { token })

test('a table that was told since the instant of a restore, and is still free, is not told again', async () => {
  const { restoredTo } = await tellAndRestore(findTable)
  await recall(restoredTo, '--apply')

  await findAgain()

  expect(await lettersTo(ada)).toEqual([])
})

test('a recalled table that was gone for a while is told when it comes free anew', async () => {
  const { restoredTo } = await tellAndRestore(findTable)
  await recall(restoredTo, '--apply')
  await provider.pin(tavern.id, [])
  await findAgain()
  await findAgain()

  await findTable()

  expect(await lettersTo(ada)).toHaveLength(1)
})

test('a table that nobody was told of since is told', async () => {
  const { restoredTo } = await tellAndRestore(findTable)
  await recall(restoredTo, '--apply')
  await provider.pin(tavern.id, [...AT_NINE, { time: '21:30', partySize: 2 }])

  await findAgain()

  expect(await lettersTo(ada)).toMatchObject([{ subject: expect.stringContaining('9:30 pm') }])
})

test('the link of a letter that was written since the instant of a restore shows its table', async () => {
  const { restoredTo, token } = await tellAndRestore(findTable)
  expect((await tableOf(token)).status).toBe(404)

  await recall(restoredTo, '--apply')

  expect((await tableOf(token)).body).toMatchObject({ restaurantName: tavern.name })
})

test('a walk-up table whose poll is applied again is told once, and its letter’s link stays', async () => {
  const free = () => poll([{ partySize: 2, waitMinutes: 25 }])
  const { restoredTo, token } = await tellAndRestore(free)
  await recall(restoredTo, '--apply')

  later(-60)
  await free()

  expect(await lettersTo(ada)).toEqual([])
  expect((await tableOf(token)).body).toMatchObject({ restaurantName: tavern.name })
})

test('a dry run recalls nothing', async () => {
  const { restoredTo } = await tellAndRestore(findTable)
  await recall(restoredTo)

  await findAgain()

  expect(await lettersTo(ada)).toHaveLength(1)
})

test('what is recalled twice is on record once', async () => {
  const { restoredTo } = await tellAndRestore(findTable)
  await recall(restoredTo, '--apply')
  await recall(restoredTo, '--apply')

  const [counts] = await db.execute(sql`
    select (select count(*)::int from table_tellings) as tellings, (select count(*)::int from table_openings) as openings`)
  expect(counts).toEqual({ tellings: 1, openings: 1 })
})

test('of a table that came free twice since, the newest opening alone is open', async () => {
  const { restoredTo } = await tellAndRestore(async () => {
    await findTable()
    await provider.pin(tavern.id, [])
    await findAgain()
    await findAgain()
    await findTable()
  })
  await recall(restoredTo, '--apply')

  const openings = await db.execute(
    sql`select ended_at is null as "isOpen" from table_openings order by opened_at`,
  )
  expect(openings).toEqual([{ isOpen: false }, { isOpen: true }])
  await findAgain()
  expect(await lettersTo(ada)).toEqual([])
})
