import { describe, expect, test } from 'vitest'
import { rankSumZ } from './rank-sum.ts'

describe('rankSumZ', () => {
  test('is nothing for equal samples', () => {
    expect(rankSumZ([1, 2, 3, 3], [3, 1, 2, 3])).toBe(0)
  })

  test('is the textbook’s value for samples that lie apart', () => {
    // U = 0, mean 12.5, deviation sqrt(25 * 11 / 12).
    expect(rankSumZ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])).toBeCloseTo(-12.5 / Math.sqrt(275 / 12), 10)
  })

  test('passes 5 for fifty of each that differ by half their spread', () => {
    const spread = Array.from({ length: 50 }, (_none, at) => at)
    expect(
      Math.abs(
        rankSumZ(
          spread,
          spread.map((value) => value + 30),
        ),
      ),
    ).toBeGreaterThan(5)
  })
})
