import { expect, test } from 'vitest'
import { readCount, readMoney, readWholeMoney } from './typed-money.ts'

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
  expect(readWholeMoney(typed)).toBe(dollars)
})

test.for([
  ['15', 2, 1_500],
  ['$12.50', 2, 1_250],
  ['12,5', 2, 1_250],
  ['1,250', 2, 125_000],
  ['1.250,40', 2, 125_040],
  ['0.1', 2, 10],
  ['19.99', 2, 1_999],
  ['1,500', 0, 1_500],
  ['¥1500', 0, 1_500],
  ['1500.00', 0, 1_500],
  ['1e3', 2, null],
  ['-5', 2, null],
  ['12.505', 0, 12_505],
  ['', 2, null],
] as const)(
  '%o, of a currency with %o digits after its point, is %o of its smallest units',
  ([typed, digits, units]) => {
    expect(readMoney(typed, digits)).toBe(units)
  },
)

test.for([
  ['1200', 1_200],
  ['1,200', 1_200],
  ['1 200', 1_200],
  ['1.200.000', 1_200_000],
  ['1.5', null],
  ['12,50', null],
  ['1.2k', null],
  ['-3', null],
  ['', null],
] as const)('the count %o is read as %o, and a part never becomes a whole', ([typed, count]) => {
  expect(readCount(typed)).toBe(count)
})
