import { expect, test } from 'vitest'
import { readDollars } from './typed-dollars.ts'

test.for([
  ['312', 312],
  ['312.40', 312],
  ['312,40', 312],
  ['312.', null],
  ['$1,250', 1_250],
  ['$1,250.99', 1_250],
  ['1.250,40', 1_250],
  ['1 250', 1_250],
  [' 300 USD ', 300],
  ['0312', 312],
  ['0', 0],
  ['1e3', null],
  ['-300', null],
  ['three hundred', null],
  ['', null],
] as const)('%o is read as %o dollars, and cents never join them', ([typed, dollars]) => {
  expect(readDollars(typed)).toBe(dollars)
})
