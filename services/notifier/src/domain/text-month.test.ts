import { expect, test } from 'vitest'
import { toTextMonth } from './text-month.ts'

test.for([
  ['2026-11-01T00:00:00.000Z', '2026-11-01', '2026-12-01T00:00:00.000Z'],
  ['2026-11-30T23:59:59.999Z', '2026-11-01', '2026-12-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29T12:00:00.000Z', '2028-02-01', '2028-03-01T00:00:00.000Z'],
] as const)('%s is in the month of %s, which ends at %s', ([now, month, nextMonthAt]) => {
  expect(toTextMonth(new Date(now))).toEqual({ month, nextMonthAt: new Date(nextMonthAt) })
})
