import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { takeSearch } from '../db/search-rates.ts'
import { createTestFlights } from '../testing/flights.ts'
import { createSearchTurns } from './search-turns.ts'

const { db, clear, close } = await createTestFlights()
afterAll(close)
beforeEach(clear)

/** Nothing comes back while a test runs. */
const LIMITS = { burst: 6, refillPerMinute: 0.001, reserved: 2 }
const [one, other] = [createSearchTurns(db, LIMITS), createSearchTurns(db, LIMITS)]
const never = new AbortController().signal
const takenOf = async (count: number, needed: number, limits = LIMITS) => {
  const taken = await Promise.all(Array.from({ length: count }, () => takeSearch(db, limits, needed)))
  return taken.filter(({ isTaken }) => isTaken).length
}
const pass = (seconds: number) =>
  db.execute(sql`
    update search_rates set filled_at = filled_at - make_interval(secs => ${seconds}),
      paused_until = paused_until - make_interval(secs => ${seconds})`)

test('searches that begin at the same moment in all replicas are no more than the burst', async () => {
  expect(await takenOf(20, 1)).toBe(6)
})

test('checks leave the reserved turns to visitors', async () => {
  expect(await takenOf(20, 1 + LIMITS.reserved)).toBe(4)
  expect(await takenOf(20, 1)).toBe(2)
})

test('turns come back with the rate, and no more than the burst', async () => {
  const limits = { ...LIMITS, refillPerMinute: 0.5 }
  await takenOf(6, 1, limits)
  await pass(4 * 60)
  expect(await takenOf(20, 1, limits)).toBe(2)
  await pass(86_400)
  expect(await takenOf(20, 1, limits)).toBe(6)
})

test('a pause that the provider asked of one replica holds for the others until it is over', async () => {
  await one.pause(60_000)
  await one.pause(1_000)
  expect(await takeSearch(db, LIMITS, 1)).toEqual({ isTaken: false, waitMs: expect.closeTo(60_000, -4) })
  await pass(60)
  await expect(other.take('urgent', never)).resolves.toBeUndefined()
})

test('a search waits until its turn has come back', async () => {
  await takenOf(6, 1)
  const quick = createSearchTurns(db, { ...LIMITS, refillPerMinute: 6_000 })
  await expect(quick.take('urgent', never)).resolves.toBeUndefined()
})

test('a search that waits for its turn ends with its signal', async () => {
  await takenOf(6, 1)
  const giveUp = new AbortController()
  const waiting = one.take('urgent', giveUp.signal)
  giveUp.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})
