import { expect, test } from 'vitest'
import { toBand } from './band.ts'

test.for([
  [0, 'Walk on'],
  [5, 'Short'],
  [19, 'Short'],
  [20, 'Moderate'],
  [44, 'Moderate'],
  [45, 'Long'],
] as const)('%i minutes are shown as %s', ([waitMinutes, word]) => {
  expect(toBand(waitMinutes).word).toBe(word)
})
