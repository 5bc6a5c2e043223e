import { expect, test } from 'vitest'
import { bestOfDay } from './best-hours.ts'

const anOpening = (date: string, opensAt: string, closesAt: string) => ({
  date,
  type: 'OPERATING' as const,
  opensAt: new Date(opensAt),
  closesAt: new Date(closesAt),
})

/** Open around the clock on a Friday and a Saturday in Orlando. */
const friday = anOpening('2026-07-17', '2026-07-17T08:00:00Z', '2026-07-18T08:00:00Z')
const saturday = anOpening('2026-07-18', '2026-07-18T08:00:00Z', '2026-07-19T08:00:00Z')

/** Shortest after midnight, and on weekends most of all. */
const usualOf = (isWeekend: boolean) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, medianMinutes: hour < 4 ? (isWeekend ? 5 : 10) : 60 }))

/** 1:30 am on the Saturday. */
const place = {
  timezone: 'America/New_York',
  openings: [friday, saturday],
  now: new Date('2026-07-18T05:30:00Z'),
}

test('until 4 am the hours after midnight are those of the day before, by the usual waits of their own date', () => {
  const { shortest } = bestOfDay(usualOf, { date: '2026-07-17', ...place })
  expect(shortest).toEqual({
    startsAt: '2026-07-18T05:00:00.000Z',
    endsAt: '2026-07-18T07:00:00.000Z',
    usualMinutes: 5,
  })
})

test('the next day begins at 4 am, and ends with the hours after its midnight', () => {
  const { shortest, longest } = bestOfDay(usualOf, { date: '2026-07-18', ...place })
  expect(longest?.startsAt).toBe('2026-07-18T08:00:00.000Z')
  expect(shortest?.startsAt).toBe('2026-07-19T04:00:00.000Z')
})
