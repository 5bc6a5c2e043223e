import { describe, expect, test } from 'vitest'
import { minutesInto, parkDayAt, parkDayOf } from './park-day.ts'

const NEW_YORK = 'America/New_York'

test('the day of the park begins at four in the morning', () => {
  expect(parkDayAt(new Date('2026-07-14T07:59:59Z'), NEW_YORK).date).toBe('2026-07-13')
  expect(parkDayAt(new Date('2026-07-14T08:00:00Z'), NEW_YORK).date).toBe('2026-07-14')
  expect(parkDayAt(new Date('2026-07-14T07:59:59Z'), NEW_YORK).date).toBe('2026-07-13')
})

test('each park has the day of its own zone', () => {
  const now = new Date('2026-07-14T22:00:00Z')
  expect(parkDayAt(now, 'Asia/Tokyo').date).toBe('2026-07-15')
  expect(parkDayAt(now, NEW_YORK).date).toBe('2026-07-14')
})

const hours = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
  (endsAt.getTime() - startsAt.getTime()) / 3_600_000

describe('when the clocks change', () => {
  test('the day before the clocks go forward has 23 hours', () => {
    const day = parkDayAt(new Date('2026-03-07T18:00:00Z'), NEW_YORK)
    expect(day).toMatchObject({ date: '2026-03-07', endsAt: new Date('2026-03-08T08:00:00Z') })
    expect(hours(day)).toBe(23)
  })

  test('the day before the clocks go back has 25 hours', () => {
    const day = parkDayAt(new Date('2026-10-31T18:00:00Z'), NEW_YORK)
    expect(day).toMatchObject({ date: '2026-10-31', endsAt: new Date('2026-11-01T09:00:00Z') })
    expect(hours(day)).toBe(25)
  })

  test('the night after a day of 23 hours belongs to that day, which going back 24 hours would miss', () => {
    expect(parkDayAt(new Date('2026-03-09T04:30:00Z'), NEW_YORK).date).toBe('2026-03-08')
  })

  test('half past three belongs to the day before on both nights', () => {
    expect(parkDayAt(new Date('2026-03-08T07:30:00Z'), NEW_YORK).date).toBe('2026-03-07')
    expect(parkDayAt(new Date('2026-11-01T08:30:00Z'), NEW_YORK).date).toBe('2026-10-31')
  })
})

test('a date has the same day as any moment of it', () => {
  expect(parkDayOf('2026-07-14', NEW_YORK)).toEqual(parkDayAt(new Date('2026-07-14T16:00:00Z'), NEW_YORK))
})

test('minutes are counted from the beginning of the day', () => {
  expect(minutesInto(parkDayOf('2026-07-14', NEW_YORK), new Date('2026-07-14T09:30:59Z'))).toBe(90)
})
