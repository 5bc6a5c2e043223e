import { expect, test, vi } from 'vitest'
import { createRequestBudget, fullBucket, takeToken, type Lane } from './request-budget.ts'

const LIMITS = { burst: 100, refillPerMinute: 190, reserved: 20 }
const never = new AbortController().signal

/** How many requests of an endless queue are sent in the first minute, in which the burst is spent too. */
function sentInAMinute(lane: Lane): number {
  let bucket = fullBucket(LIMITS, 0)
  let sent = 0
  for (let ms = 0; ms < 60_000; ) {
    const taken = takeToken(bucket, LIMITS, lane, ms)
    bucket = taken.bucket
    if (taken.waitMs === 0) sent++
    ms += taken.waitMs
  }
  return sent
}

test('a minute has no more requests than burst and refill together, and hardly fewer', () => {
  expect(sentInAMinute('urgent')).toBeLessThanOrEqual(LIMITS.burst + LIMITS.refillPerMinute)
  expect(sentInAMinute('urgent')).toBeGreaterThan(250)
})

test('background requests leave the reserved ones to urgent requests', () => {
  let bucket = fullBucket(LIMITS, 0)
  let taken = takeToken(bucket, LIMITS, 'background', 0)
  while (taken.waitMs === 0) {
    bucket = taken.bucket
    taken = takeToken(bucket, LIMITS, 'background', 0)
  }
  let urgent = 0
  for (let next = takeToken(bucket, LIMITS, 'urgent', 0); next.waitMs === 0; urgent++) {
    bucket = next.bucket
    next = takeToken(bucket, LIMITS, 'urgent', 0)
  }
  expect(urgent).toBe(LIMITS.reserved)
})

test('a clock that goes back gives no requests away', () => {
  const { bucket } = takeToken(fullBucket(LIMITS, 60_000), LIMITS, 'urgent', 60_000)
  expect(takeToken(bucket, LIMITS, 'urgent', 0).bucket.tokens).toBe(bucket.tokens - 1)
})

test('a request that has to wait is sent when the bucket was refilled', async () => {
  const budget = createRequestBudget({ burst: 1, refillPerMinute: 60_000, reserved: 0 }, () => new Date())
  await budget.take('urgent', never)
  await expect(budget.take('urgent', never)).resolves.toBeUndefined()
})

test('a request that waits for its turn ends with its signal', async () => {
  const budget = createRequestBudget({ burst: 1, refillPerMinute: 1, reserved: 0 }, () => new Date())
  await budget.take('urgent', never)
  const giveUp = new AbortController()
  const waiting = budget.take('urgent', giveUp.signal)
  giveUp.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

test('a pause that the provider asks for holds both lanes back until it is over', async () => {
  const clock = { ms: 0 }
  const budget = createRequestBudget(LIMITS, () => new Date(clock.ms))
  budget.pause(600_000)
  // A shorter pause does not end a longer one.
  budget.pause(1_000)
  clock.ms = 599_990
  const taken = vi.fn<(lane: Lane) => void>()
  const waiting = (['urgent', 'background'] as const).map((lane) =>
    budget.take(lane, never).then(() => taken(lane)),
  )
  expect(budget.isPaused()).toBe(true)
  await Promise.resolve()
  expect(taken).not.toHaveBeenCalled()
  clock.ms = 600_000
  expect(budget.isPaused()).toBe(false)
  await Promise.all(waiting)
  expect(taken).toHaveBeenCalledTimes(2)
})

test('what is left grows again with time, and never beyond the burst', async () => {
  const clock = { ms: 0 }
  const budget = createRequestBudget({ burst: 3, refillPerMinute: 60, reserved: 0 }, () => new Date(clock.ms))
  expect(budget.left()).toBe(3)
  for (let taken = 0; taken < 3; taken++) await budget.take('urgent', new AbortController().signal)
  expect(budget.left()).toBe(0)
  clock.ms = 2_500
  expect(budget.left()).toBe(2)
  clock.ms = 60_000
  expect(budget.left()).toBe(3)
})
