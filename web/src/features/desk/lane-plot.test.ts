import { expect, test } from 'vitest'
import { downTimes, hoursOf } from './lane-plot.tsx'

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

test('a ride is down until it is posted as something else, or until the end of what is shown', () => {
  const posted = (time: string, status: 'CLOSED' | 'DOWN' | 'OPERATING') => ({
    observedAt: `2026-04-14T${time}Z`,
    status,
    waitMinutes: null,
  })
  const day = [
    posted('08:00', 'CLOSED'),
    posted('09:00', 'DOWN'),
    posted('09:20', 'OPERATING'),
    posted('11:00', 'DOWN'),
  ]
  expect(downTimes(day, at('11:30'))).toEqual([
    { from: at('09:00'), until: at('09:20') },
    { from: at('11:00'), until: at('11:30') },
  ])
})
