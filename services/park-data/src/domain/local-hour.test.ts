import { expect, test } from 'vitest'
import { parkHourAt } from './local-hour.ts'

const NEW_YORK = 'America/New_York'

test('hours are those of the calendar, also after midnight', () => {
  expect(parkHourAt(new Date('2026-07-12T04:30:00Z'), NEW_YORK)).toEqual({
    date: '2026-07-12',
    hour: 0,
    isWeekend: true,
  })
  expect(parkHourAt(new Date('2026-07-13T16:00:00Z'), NEW_YORK)).toEqual({
    date: '2026-07-13',
    hour: 12,
    isWeekend: false,
  })
})
