import { expect, test } from 'vitest'
import { belongsOnBoard, toQueueKind } from './queue-kind.ts'

test('an attraction that operates without a queue is not on the board, also when it closes', () => {
  const castle = toQueueKind('unknown', { hasQueue: false, status: 'OPERATING' })
  expect(belongsOnBoard(castle)).toBe(false)
  expect(belongsOnBoard(toQueueKind(castle, { hasQueue: false, status: 'CLOSED' }))).toBe(false)
})

test('a ride under refurbishment is on the board although it has no queue now', () => {
  expect(belongsOnBoard(toQueueKind('unknown', { hasQueue: false, status: 'REFURBISHMENT' }))).toBe(true)
})

test('an attraction that once had a queue counts as a ride for good', () => {
  const ride = toQueueKind('none', { hasQueue: true, status: 'OPERATING' })
  expect(belongsOnBoard(toQueueKind(ride, { hasQueue: false, status: 'OPERATING' }))).toBe(true)
})
