import { expect, test } from 'vitest'
import { hoursOf } from './lane-plot.tsx'

const at = (time: string) => Date.parse(`2026-04-14T${time}Z`)
const named = (from: string, until: string) =>
  hoursOf({ from: at(from), until: at(until) }).map((hour) => new Date(hour).toISOString().slice(11, 16))

test('an hour at the very end of a day has no label, which would make a phone scroll sideways', () => {
  expect(named('08:00', '13:50')).toEqual(['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'])
  expect(named('08:00', '14:03')).toEqual(['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'])
})

test('a long day names not every hour', () => {
  expect(named('08:00', '23:00')).toEqual([
    '08:00',
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
    '20:00',
    '22:00',
  ])
})
