import { expect, test } from 'vitest'
import { decideAfterFailure, type FailedAttempt } from './webhook-retry.ts'

const CREATED_AT = new Date('2026-07-01T12:00:00Z')
const after = (hours: number) => new Date(CREATED_AT.getTime() + hours * 3_600_000)
const anAttempt = (attempt: Partial<FailedAttempt> = {}): FailedAttempt => ({
  attempts: 1,
  createdAt: CREATED_AT,
  failingSince: null,
  isGone: false,
  ...attempt,
})

test('a message that always fails is posted with growing waits within a day, then given up', () => {
  let now = CREATED_AT
  const waits: number[] = []
  for (let attempts = 1; ; attempts++) {
    const { retryAt } = decideAfterFailure(anAttempt({ attempts }), now)
    if (!retryAt) break
    waits.push((retryAt.getTime() - now.getTime()) / 1_000)
    now = retryAt
  }

  expect(waits).toEqual([5, 60, 300, 1_800, 7_200, 18_000, 36_000])
  expect(now.getTime()).toBeLessThanOrEqual(after(24).getTime())
})

test('an address is given up after three days of failures, not before', () => {
  const failing = anAttempt({ failingSince: CREATED_AT, createdAt: after(71) })

  expect(decideAfterFailure(failing, after(71.9)).disable).toBeNull()
  expect(decideAfterFailure(failing, after(72))).toEqual({ retryAt: null, disable: 'failing' })
})

test('an address that answers that it is gone is given up at once', () => {
  expect(decideAfterFailure(anAttempt({ isGone: true }), CREATED_AT)).toEqual({
    retryAt: null,
    disable: 'gone',
  })
})
