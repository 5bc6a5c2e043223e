import { describe, expect, test } from 'vitest'
import { rankSumZ } from './rank-sum.ts'

describe('rankSumZ', () => {
  test('the z-score of equal samples is 0', () => {
    expect(rankSumZ([1, 2, 3, 3], [3, 1, 2, 3])).toBe(0)
  })

  test('the z-score of separate samples is the value of the textbook', () => {
    // U = 0, mean 12.5, deviation sqrt(25 * 11 / 12).
    expect(rankSumZ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])).toBeCloseTo(-12.5 / Math.sqrt(275 / 12), 10)
  })

  test('the z-score passes 5 for fifty of each that differ by half their spread', () => {
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
