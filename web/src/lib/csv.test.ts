import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is text for a spreadsheet', (cell) => {
  expect(toCsv([[cell]])).toBe(`\uFEFF"'${cell}"\r\n`)
})

test('quotes, commas and line ends stay within their cell', () => {
  expect(
    toCsv([
      ['a "b"', 'c, d'],
      ['e\nf', ''],
    ]),
  ).toBe('\uFEFF"a ""b""","c, d"\r\n"e\nf",""\r\n')
})
