import { expect, test } from 'vitest'
import { batchEnd } from './batches.ts'

test('a batch ends after the records that were asked for, if their keys change there', () => {
  expect(batchEnd(['a', 'a', 'b', 'b'], 0, 2)).toBe(2)
})

test('a cut never parts neighbours of one key', () => {
  expect(batchEnd(['a', 'b', 'b', 'b', 'c'], 0, 2)).toBe(4)
})

test('one key without an end is cut at twice the size', () => {
  expect(batchEnd(['a', 'a', 'a', 'a', 'a', 'a'], 0, 2)).toBe(4)
})

test('records without a key belong to nothing', () => {
  expect(batchEnd([null, null, null], 0, 2)).toBe(2)
})
