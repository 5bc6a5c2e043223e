import { expect, test } from 'vitest'
import { drawBytes } from './random-pool.ts'

test('no bytes are drawn twice, also where the pool is filled again', () => {
  const drawn = Array.from({ length: 2_000 }, () => drawBytes(12).toString('hex'))

  expect(drawn.every((bytes) => bytes.length === 24)).toBe(true)
  expect(new Set(drawn).size).toBe(drawn.length)
})

test('bytes that were drawn stay as they are, and may be more than the pool holds', () => {
  const first = drawBytes(12)
  const before = first.toString('hex')
  expect(drawBytes(10_000)).toHaveLength(10_000)
  for (let round = 0; round < 500; round++) drawBytes(12)

  expect(first.toString('hex')).toBe(before)
})
