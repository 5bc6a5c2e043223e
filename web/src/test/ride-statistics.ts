import type { RideStatistics } from '@walkon/contracts/http/ride-statistics'
import { http, HttpResponse } from 'msw'
import { MAGIC_KINGDOM } from './samples.ts'
import { server } from './server.ts'

const spread = (hour: number, medianMinutes: number) => ({
  hour,
  days: 20,
  lowMinutes: medianMinutes - 5,
  medianMinutes,
  highMinutes: medianMinutes + 10,
})

/** A ride that is shortest on Tuesdays at 9 pm, and was down once, today. */
export function someStatistics(changes: Partial<RideStatistics> = {}): RideStatistics {
  const hours = [9, 12, 15, 18, 21]
  const usual = hours.map((hour) => spread(hour, hour === 21 ? 20 : 50))
  return {
    rideId: '11111111-1111-4111-8111-111111111111',
    name: 'Space Mountain',
    parkId: MAGIC_KINGDOM,
    parkName: 'Magic Kingdom Park',
    timezone: 'America/New_York',
    days: 35,
    firstDate: '2026-03-10',
    weekday: usual,
    weekend: usual,
    week: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
      hours.map((hour) => ({
        weekday,
        ...spread(hour, hour === 21 && weekday === 2 ? 15 : hour === 12 && weekday === 6 ? 80 : 40),
      })),
    ),
    best: [
      {
        date: '2026-04-14',
        isOpen: true,
        shortest: { startsAt: '2026-04-15T00:00:00Z', endsAt: '2026-04-15T02:00:00Z', usualMinutes: 20 },
        longest: { startsAt: '2026-04-14T16:00:00Z', endsAt: '2026-04-14T18:00:00Z', usualMinutes: 60 },
      },
      { date: '2026-04-15', isOpen: false, shortest: null, longest: null },
    ],
    reliability: {
      downShare: 0.034,
      breakdowns: 23,
      typicalMinutes: 35,
      backWithin: { minutes: 25, share: 0.8 },
      afterReopening: { waitMinutes: 20, reopenings: 18 },
    },
    lastDays: [8, 9, 10, 11, 12, 13, 14].map((day) => ({
      date: `2026-04-${String(day).padStart(2, '0')}`,
      lowest: { waitMinutes: day, hour: 21 },
      breakdowns:
        day === 14
          ? [{ startsAt: '2026-04-14T15:10:00Z', endsAt: '2026-04-14T15:45:00Z', cameBack: true }]
          : [],
    })),
    score: { hours: 90, usualError: 6.2, dayBeforeError: 9.4, weekdayMeanError: 7 },
    ...changes,
  }
}

export const serveStatistics = (statistics: RideStatistics): void =>
  server.use(http.get('*/api/parks/attractions/:rideId/statistics', () => HttpResponse.json(statistics)))
