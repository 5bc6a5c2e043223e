import { expect, test } from 'vitest'
import { followedSince, toNextLook } from './follow-up.ts'

const PAID = new Date('2026-07-01T16:00:00Z')
const daysAfter = (days: number) => new Date(PAID.getTime() + days * 86_400_000)

test.for([
  ['payment', 125, 7],
  ['dispute', 365, 7],
  ['pending refund', 60, 1],
  ['refund', 60, 7],
] as const)('a %s is followed for %i days, every %i', ([followed, forDays, everyDays]) => {
  expect(toNextLook(followed, PAID, PAID)).toEqual(daysAfter(everyDays))
  expect(toNextLook(followed, PAID, daysAfter(forDays - 1))).toEqual(daysAfter(forDays - 1 + everyDays))
  expect(toNextLook(followed, PAID, daysAfter(forDays))).toBeNull()
  expect(followedSince(followed, daysAfter(forDays))).toEqual(PAID)
})
