import { sharedRates } from '@walkon/runtime/shared-rates'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestFlights } from '../testing/flights.ts'
import { createSearchTurns } from './search-turns.ts'

const { db, clear, close } = await createTestFlights()
afterAll(close)
beforeEach(clear)

/** Nothing comes back while a test runs. */
const LIMITS = { burst: 6, refillPerMinute: 0.001, reserved: 2 }
const [one, other] = [createSearchTurns(db, LIMITS), createSearchTurns(db, LIMITS)]
const never = new AbortController().signal

/** How many turns two replicas take until one has to wait, and gives up. */
async function turnsOf(lane: 'urgent' | 'background'): Promise<number> {
  for (let turns = 0; ; turns++) {
    const giveUp = new AbortController()
    const next = (turns % 2 === 0 ? one : other).take(lane, giveUp.signal).then(
      () => 'taken',
      (error: Error) => error.name,
    )
    giveUp.abort()
    if ((await next) === 'AbortError') return turns
  }
}

test('all replicas take their searches from one rate, and one that waits for its turn ends with its signal', async () => {
  expect(await turnsOf('urgent')).toBe(6)
})

test('checks leave the reserved turns to visitors', async () => {
  expect(await turnsOf('background')).toBe(4)
  expect(await turnsOf('urgent')).toBe(2)
})

test('a pause that the provider asked of one replica holds for the others until it is over', async () => {
  await one.pause(60_000)
  expect(await turnsOf('urgent')).toBe(0)
  await db.update(sharedRates).set({ pausedUntil: sql`clock_timestamp()` })
  await expect(other.take('urgent', never)).resolves.toBeUndefined()
})

test('a search waits until its turn has come back', async () => {
  await turnsOf('urgent')
  const quick = createSearchTurns(db, { ...LIMITS, refillPerMinute: 6_000 })
  await expect(quick.take('urgent', never)).resolves.toBeUndefined()
})
