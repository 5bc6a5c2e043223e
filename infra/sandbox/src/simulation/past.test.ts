import { expect, test } from 'vitest'
import { parks } from '../catalog/catalog.ts'
import { hoursBefore, pastOf, readingsOfToday } from './past.ts'
import { simulatePark } from './simulation.ts'

const park = parks[0]!
/** 3 pm in Orlando, on a Saturday. */
const until = new Date('2026-11-21T20:00:00Z')
const began = { seed: 'walkon', startedAt: new Date('2026-11-01T00:00:00Z') }

test.for([true, false])(
  'the readings of a day are what a sandbox with the same seed posted then (always open: %s)',
  (alwaysOpen) => {
    const readings = [...readingsOfToday({ ...began, alwaysOpen }, park, until)]
    for (let ms = Date.parse('2026-11-21T09:00:00Z'); ms < until.getTime(); ms += 7 * 60_000 + 13_000) {
      for (const [attraction, posted] of simulatePark({ ...began, alwaysOpen }, park, new Date(ms))) {
        if (attraction.entityType !== 'ATTRACTION') continue
        const last = readings.findLast(
          ({ rideId, observedAt }) => rideId === attraction.id && Date.parse(observedAt) <= ms,
        )
        expect([last?.status, last?.waitMinutes]).toEqual([posted.status, posted.waitMinutes])
      }
    }
  },
)

test('a day begins with one reading of each ride at four in the morning, and ends before the instant', () => {
  const readings = [...readingsOfToday({ seed: 'walkon', alwaysOpen: true }, park, until)]
  const first = readings.filter(({ observedAt }) => observedAt === '2026-11-21T09:00:00.000Z')
  const rides = park.attractions.filter(({ entityType }) => entityType === 'ATTRACTION')
  expect(first.map(({ rideId }) => rideId).toSorted()).toEqual(rides.map(({ id }) => id).toSorted())
  expect(readings.every(({ observedAt }) => Date.parse(observedAt) < until.getTime())).toBe(true)
})

test('the hours of four weeks have the waits that were posted in them, none of the hour that is not over', () => {
  const now = new Date(until.getTime() + 20 * 60_000)
  const hours = [...hoursBefore({ seed: 'walkon', alwaysOpen: true }, park, now, 28)]
  const ride = park.attractions[0]!
  const own = hours.filter((entry) => 'hour' in entry).filter(({ rideId }) => rideId === ride.id)
  expect(own[0]).toMatchObject({ date: '2026-10-24', hour: 0 })
  expect(own.at(-1)).toMatchObject({ date: '2026-11-21', hour: 14 })
  const noon = own.find(({ date, hour }) => date === '2026-11-20' && hour === 12)!
  const posted: number[] = []
  for (let ms = Date.parse('2026-11-20T17:00:00Z'); ms < Date.parse('2026-11-20T18:00:00Z'); ms += 10_000) {
    const { waitMinutes, changedAt } = simulatePark({ ...began, alwaysOpen: true }, park, new Date(ms)).get(
      ride,
    )!
    if (waitMinutes !== null && changedAt.getTime() >= Date.parse('2026-11-20T17:00:00Z'))
      posted.push(waitMinutes)
  }
  expect(posted).not.toEqual([])
  expect(noon.minMinutes).toBeLessThanOrEqual(Math.min(...posted))
  expect(noon.maxMinutes).toBeGreaterThanOrEqual(Math.max(...posted))
  expect(noon.sumMinutes / noon.samples).toBeGreaterThanOrEqual(noon.minMinutes)
  expect(noon.sumMinutes / noon.samples).toBeLessThanOrEqual(noon.maxMinutes)
})

test('the times at which a ride was down are those that the sandbox showed on the days before', () => {
  const day = { ...began, alwaysOpen: true }
  const down = [...hoursBefore(day, park, until, 3)].filter((entry) => 'downFrom' in entry)
  expect(down.length).toBeGreaterThan(20)
  const statusAt = (rideId: string, ms: number) =>
    [...simulatePark(day, park, new Date(ms))].find(([{ id }]) => id === rideId)?.[1].status
  for (const { rideId, downFrom, downUntil } of down.slice(0, 20)) {
    const [from, to] = [Date.parse(downFrom), Date.parse(downUntil)]
    expect([from - 1_000, from, to - 1_000, to].map((ms) => statusAt(rideId, ms) === 'DOWN')).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(downFrom < '2026-11-21T05').toBe(true)
  }
})

test('the wait after a breakdown is the one that the sandbox showed half an hour later', () => {
  const day = { ...began, alwaysOpen: true }
  const down = [...hoursBefore(day, park, until, 3)].flatMap((entry) =>
    'downFrom' in entry && entry.cameBack ? [entry] : [],
  )
  expect(down.some(({ waitAfterMinutes }) => waitAfterMinutes !== null)).toBe(true)
  for (const { rideId, downUntil, waitAfterMinutes } of down.slice(0, 20)) {
    const later = new Date(Date.parse(downUntil) + 30 * 60_000)
    const shown = [...simulatePark(day, park, later)].find(([{ id }]) => id === rideId)?.[1]
    expect(waitAfterMinutes).toBe(shown?.status === 'OPERATING' ? shown.waitMinutes : null)
  }
})

test('the hour that the clocks show twice has the waits of both', () => {
  const afterChange = new Date('2026-11-02T12:00:00Z')
  const hours = [...hoursBefore({ seed: 'walkon', alwaysOpen: true }, park, afterChange, 1)]
  const walkThrough = park.attractions.find(({ posting }) => posting.kind === 'walk-through')!
  const samples = (hour: number) =>
    hours
      .filter((entry) => 'hour' in entry)
      .find((each) => each.rideId === walkThrough.id && each.date === '2026-11-01' && each.hour === hour)
      ?.samples
  expect([samples(0), samples(1), samples(2)]).toEqual([1, 2, 1])
})

test('last week’s waits at the present hour and the next come first, of all parks, then the first park, and nothing comes twice', () => {
  const some = parks.slice(0, 2)
  const day = { seed: 'walkon', alwaysOpen: true }
  const entries = [...pastOf(day, some, until, 8)].flat()
  const known = some.map((one) => [...readingsOfToday(day, one, until), ...hoursBefore(day, one, until, 8)])
  const soon = known
    .flat()
    .filter((entry) => 'hour' in entry && entry.date >= '2026-11-14' && [15, 16].includes(entry.hour))
  const firstRides = new Set(park.attractions.map(({ id }) => id))
  const ofSecond = entries.slice(soon.length).findIndex(({ rideId }) => !firstRides.has(rideId))

  expect(new Set(entries.slice(0, soon.length))).toEqual(new Set(soon))
  expect(entries.slice(soon.length + ofSecond).filter(({ rideId }) => firstRides.has(rideId))).toEqual([])
  expect(entries.map((entry) => JSON.stringify(entry)).toSorted()).toEqual(
    known
      .flat()
      .map((entry) => JSON.stringify(entry))
      .toSorted(),
  )
})
