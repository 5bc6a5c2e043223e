import { expect, test } from 'vitest'
import { toQueueKind } from './queue-kind.ts'

test('an attraction that operates without a queue has none, also when it closes', () => {
  const castle = toQueueKind('unknown', { hasQueue: false, status: 'OPERATING' })
  expect(castle).toBe('none')
  expect(toQueueKind(castle, { hasQueue: false, status: 'CLOSED' })).toBe('none')
})

test('nothing is known of a ride under refurbishment that never had a queue', () => {
  expect(toQueueKind('unknown', { hasQueue: false, status: 'REFURBISHMENT' })).toBe('unknown')
})

test('an attraction that once had a queue has one for good', () => {
  const ride = toQueueKind('none', { hasQueue: true, status: 'OPERATING' })
  expect(toQueueKind(ride, { hasQueue: false, status: 'OPERATING' })).toBe('queue')
})
