import type { DayHour } from '@walkon/park-data/domain/usual-wait'
import { scoreUsual, type UsualScore } from '@walkon/park-data/domain/usual-score'
import { parks } from '@walkon/sandbox/catalog/catalog'
import { hoursBefore } from '@walkon/sandbox/simulation/past'
import { expect, test } from 'vitest'

/** The usual wait is what the pages foretell: it is scored on a month of the simulation, beside two simple rules. */

const TODAY = '2026-11-21'
const DAYS = 35
const STEP_MINUTES = 5
const SUNDAY = 0
const SATURDAY = 6

/** An hour in which the mean of its posted waits stood all the time. */
const toDayHour = ({ date, hour, sumMinutes, samples }: Hour): DayHour => ({
  date,
  hour,
  isWeekend: [SUNDAY, SATURDAY].includes(new Date(date).getUTCDay()),
  steps: { [Math.round(sumMinutes / samples / STEP_MINUTES)]: 60 },
})

type Hour = { rideId: string; date: string; hour: number; sumMinutes: number; samples: number }

function scoresOf(park: (typeof parks)[number]): UsualScore[] {
  const simulation = { seed: 'walkon', alwaysOpen: false }
  const hours = [...hoursBefore(simulation, park, new Date(`${TODAY}T12:00:00Z`), DAYS)].filter(
    (entry) => 'hour' in entry,
  )
  return [...Map.groupBy(hours, ({ rideId }) => rideId).values()].flatMap(
    (ofRide) => scoreUsual(ofRide.map(toDayHour), TODAY) ?? [],
  )
}

function meanOf(scores: UsualScore[], errorOf: (score: UsualScore) => number): number {
  const hours = scores.reduce((sum, score) => sum + score.hours, 0)
  return scores.reduce((sum, score) => sum + errorOf(score) * score.hours, 0) / hours
}

test('on a month of the simulation the usual wait misses less than the day before and than the mean of the weekday', () => {
  const scores = parks.slice(0, 4).flatMap(scoresOf)
  expect(scores.length).toBeGreaterThan(50)
  const usual = meanOf(scores, ({ usualError }) => usualError)
  expect(usual).toBeLessThan(meanOf(scores, ({ dayBeforeError }) => dayBeforeError))
  expect(usual).toBeLessThan(meanOf(scores, ({ weekdayMeanError }) => weekdayMeanError))
})
