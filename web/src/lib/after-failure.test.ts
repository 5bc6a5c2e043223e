import { expect, test } from 'vitest'
import { isLost, pauseAfterFailure } from './after-failure.ts'
import { ApiError } from './api.ts'

const failed = (status: number, errorUpdateCount = 1, retryAfterMs?: number) =>
  pauseAfterFailure({
    error: Object.assign(new ApiError(status, 'code', 'words'), { retryAfterMs }),
    errorUpdateCount,
  })

test('pauses after lost answers double, to half a minute at most', () => {
  expect([1, 2, 3, 4, 5, 50].map((count) => failed(0, count))).toEqual([
    2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
})

test.for([0, 429, 500, 503])('an answer with status %d is asked for again', (status) => {
  expect(failed(status)).toBe(2_000)
})

test.for([400, 401, 403, 404, 410])('an answer with status %d is not asked for again', (status) => {
  expect(failed(status)).toBe(false)
})

test('a server that names a time is not asked before it', () => {
  expect(failed(503, 1, 7_000)).toBe(7_000)
})

test('an answer is lost from its failure until it is there, also while it is asked for again; a refusal is none', () => {
  const asked = { data: undefined, error: null, errorUpdateCount: 0 }
  const answer = (status: number) => ({
    ...asked,
    error: new ApiError(status, 'code', 'words'),
    errorUpdateCount: 1,
  })
  expect(isLost(asked)).toBe(false)
  expect(isLost(answer(503))).toBe(true)
  expect(isLost({ ...answer(503), error: null })).toBe(true)
  expect(isLost({ ...answer(503), data: [] })).toBe(false)
  expect(isLost(answer(403))).toBe(false)
})
