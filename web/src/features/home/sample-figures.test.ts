import { expect, test } from 'vitest'
import { spotsShape, spotsWords } from '../../lib/spots.ts'
import { MAGIC_KINGDOM } from '../../lib/popular-parks.ts'
import { daysFrom } from '../../lib/park-time.ts'
import { sampleAlertCount } from './sample-alert-count.ts'
import { SAMPLE_RANGES, sampleSpots } from './sample-figures.ts'

const YEARS = daysFrom('2026-01-01', 3_000)

test.for([
  ['alerts', SAMPLE_RANGES.alerts, (date: string) => sampleAlertCount(date).alerts],
  ['parkSpots', SAMPLE_RANGES.parkSpots, (date: string) => sampleSpots(date).get(MAGIC_KINGDOM) ?? 0],
] as const)(
  'the figure “%s” is within its range and reaches both halves of it',
  ([, [least, most], figure]) => {
    const figures = YEARS.map(figure)
    expect(Math.min(...figures)).toBeGreaterThanOrEqual(least)
    expect(Math.max(...figures)).toBeLessThanOrEqual(most)
    const middle = (least + most) / 2
    const high = figures.filter((value) => value > middle).length / figures.length
    expect(high).toBeGreaterThan(0.4)
    expect(high).toBeLessThan(0.6)
  },
)

test('the figures of a day are the same each time, and those of another day are others', () => {
  expect(sampleAlertCount('2026-11-25')).toEqual(sampleAlertCount('2026-11-25'))
  expect(sampleSpots('2026-11-25')).not.toEqual(sampleSpots('2026-11-26'))
})

test('each of the six parks has 5 to 39 spots, and together they have 50 to 199', () => {
  for (const date of YEARS) {
    const spots = [...sampleSpots(date).values()]
    expect(spots).toHaveLength(6)
    expect(Math.min(...spots)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...spots)).toBeLessThanOrEqual(39)
    const sum = spots.reduce((all, one) => all + one)
    expect(sum).toBeGreaterThanOrEqual(50)
    expect(sum).toBeLessThanOrEqual(199)
  }
})

test('the eight rides have no more alerts together than there were', () => {
  for (const date of YEARS) {
    const { alerts, rides } = sampleAlertCount(date)
    expect(rides).toHaveLength(8)
    expect(rides.reduce((sum, ride) => sum + ride.alerts, 0)).toBeLessThanOrEqual(alerts)
  }
})

test('“only” is said below 100 spots', () => {
  expect(spotsWords(99)).toBe('Only 99 spots left')
  expect(spotsWords(100)).toBe('100 spots left today')
})

test('the dot of a park is green above 20, amber above 10, otherwise red', () => {
  expect([21, 20, 11, 10].map(spotsShape)).toEqual(['short', 'moderate', 'moderate', 'long'])
})
