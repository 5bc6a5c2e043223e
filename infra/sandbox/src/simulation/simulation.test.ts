import { describe, expect, test } from 'vitest'
import { parks } from '../catalog/catalog.ts'
import type { Attraction, Park } from '../catalog/park.ts'
import { wantedRides } from './first-falls.ts'
import { openingAt, openingsOn, parkDateOf } from './park-hours.ts'
import type { Posted } from './ride-story.ts'
import { simulatePark, type Simulation } from './simulation.ts'

const startedAt = new Date('2026-11-21T17:00:00.400Z')
const simulation: Simulation = { seed: 'walkon', startedAt, alwaysOpen: true }
const magicKingdom = parks[0]!

const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
const isShort = ({ status, waitMinutes }: Posted) =>
  status === 'OPERATING' && !!waitMinutes && waitMinutes <= 15
const isRide = ({ entityType, posting }: Attraction) => entityType === 'ATTRACTION' && posting.kind === 'wait'

function postedBy(ride: Attraction, park: Park, now: Date, by = simulation): Posted {
  return simulatePark(by, park, now).get(ride)!
}

describe('the first minute', () => {
  test.for(['walkon', 'another', '42'])(
    'a wanted ride of every park falls to a short wait and stays there (seed %s)',
    (seed) => {
      const by = { ...simulation, seed }
      for (const park of parks) {
        const [ride] = wantedRides(seed, park)
        expect(postedBy(ride!, park, after(0), by).waitMinutes).toBeGreaterThan(15)
        expect(postedBy(ride!, park, after(19), by).waitMinutes).toBeGreaterThan(15)
        for (const seconds of [41, 60, 120, 240, 380]) {
          expect(postedBy(ride!, park, after(seconds), by)).toSatisfy(isShort)
        }
      }
    },
  )

  test('some wanted ride of every park is short at any moment of the first ten minutes', () => {
    for (const park of parks) {
      for (let seconds = 41; seconds < 600; seconds += 20) {
        const short = wantedRides('walkon', park).filter((ride) =>
          isShort(postedBy(ride, park, after(seconds))),
        )
        expect(short).not.toEqual([])
      }
    }
  })
})

describe('the day', () => {
  test('two runs with one seed simulate the same day, and another seed another day', () => {
    const now = after(9000)
    const again = simulatePark({ ...simulation }, magicKingdom, now)
    const other = simulatePark({ ...simulation, seed: 'other' }, magicKingdom, now)

    expect(again).toEqual(simulatePark(simulation, magicKingdom, now))
    expect(other).not.toEqual(again)
  })

  test('a restart changes nothing but the rides it begins with', () => {
    const now = after(3600)
    const before = simulatePark(simulation, magicKingdom, now)
    const restarted = simulatePark({ ...simulation, startedAt: now }, magicKingdom, now)

    const changed = magicKingdom.attractions.filter(
      (each) => before.get(each)?.waitMinutes !== restarted.get(each)?.waitMinutes,
    )
    expect(wantedRides('walkon', magicKingdom)).toEqual(expect.arrayContaining(changed))
  })

  test('the wait of a ride changes at the instant that the row names, and not before', () => {
    for (const ride of magicKingdom.attractions.filter(isRide)) {
      const now = after(7200)
      const posted = postedBy(ride, magicKingdom, now)
      const justBefore = postedBy(ride, magicKingdom, new Date(posted.changedAt.getTime() - 1))

      expect(posted.changedAt.getTime()).toBeLessThanOrEqual(now.getTime())
      expect(postedBy(ride, magicKingdom, posted.changedAt)).toEqual(posted)
      expect([justBefore.status, justBefore.waitMinutes]).not.toEqual([posted.status, posted.waitMinutes])
    }
  })

  test('some ride of a busy park posts something new every 30 seconds on average, and no park is silent for 10 minutes', () => {
    expect(average(silences(magicKingdom, after(1000), 1800, 5))).toBeLessThan(30_000)
    for (const park of parks) expect(Math.max(...silences(park, after(1000), 7200, 30))).toBeLessThan(600_000)
  })

  test('posted waits are multiples of five between 5 and 130, walk-throughs post 0, some post nothing', () => {
    const waits = {
      wait: new Set(),
      'walk-through': new Set(),
      unposted: new Set(),
      'no-queue': new Set(),
      closed: new Set(),
    }
    for (const park of parks) {
      for (const [{ posting }, { status, waitMinutes }] of simulatePark(simulation, park, after(5000))) {
        waits[status === 'OPERATING' ? posting.kind : 'closed'].add(waitMinutes)
      }
    }
    const fives = Array.from({ length: 26 }, (_, at) => (at + 1) * 5)

    expect(fives).toEqual(expect.arrayContaining([...waits.wait]))
    expect(waits['walk-through']).toEqual(new Set([0]))
    for (const kind of ['unposted', 'no-queue', 'closed'] as const)
      expect(waits[kind]).toEqual(new Set([null]))
  })

  test('rides break down and reopen with a short line; somewhere one falls every few minutes', () => {
    const reopened: Posted[] = []
    let falls = 0
    for (const park of parks) {
      let before = simulatePark(simulation, park, after(1200))
      for (let seconds = 1260; seconds < 1200 + 3 * 3600; seconds += 60) {
        const now = simulatePark(simulation, park, after(seconds))
        for (const ride of park.attractions.filter(isRide)) {
          const [was, is] = [before.get(ride)!, now.get(ride)!]
          if (was.status === 'DOWN' && is.status === 'OPERATING') reopened.push(is)
          if (was.waitMinutes && was.waitMinutes > 30 && isShort(is)) falls++
        }
        before = now
      }
    }
    expect(reopened.length).toBeGreaterThan(50)
    expect(reopened.every(isShort)).toBe(true)
    expect(falls).toBeGreaterThan((3 * 60) / 5)
  })
})

describe('opening hours', () => {
  test('a park that is always open is open at every hour, by its present opening and by the openings of its day', () => {
    for (const park of [magicKingdom, parks.at(-1)!]) {
      for (let hour = 0; hour < 48; hour++) {
        const now = new Date(Date.UTC(2026, 10, 1, hour))
        expect(openingAt(park, now, true)).not.toBeNull()
        const [today] = openingsOn(park, parkDateOf(park, now), true)
        expect(today!.opens.epochMilliseconds).toBeLessThanOrEqual(now.getTime())
        expect(today!.closes.epochMilliseconds).toBeGreaterThan(now.getTime())
      }
    }
  })

  test('a park with hours is closed at night, since it closed, and every ride says so', () => {
    const night = new Date('2026-11-21T07:00:00Z')
    for (const [{ entityType, posting }, posted] of simulatePark(
      { ...simulation, alwaysOpen: false },
      magicKingdom,
      night,
    )) {
      if (entityType !== 'ATTRACTION' || posting.kind !== 'wait' || posted.status === 'REFURBISHMENT')
        continue
      expect(posted).toEqual({
        status: 'CLOSED',
        waitMinutes: null,
        changedAt: new Date('2026-11-21T02:00:00Z'),
      })
    }
  })

  test('lines are short when the gates open and long at midday', () => {
    const hours = { ...simulation, alwaysOpen: false, startedAt: new Date('2026-11-01T00:00:00Z') }
    const sumAt = (time: string) =>
      [...simulatePark(hours, magicKingdom, new Date(time)).values()].reduce(
        (sum, { waitMinutes }) => sum + (waitMinutes ?? 0),
        0,
      )

    expect(sumAt('2026-11-21T14:05:00Z')).toBeLessThan(0.7 * sumAt('2026-11-21T19:30:00Z'))
  })
})

/** How long each state of a park's posted waits lasted, in milliseconds. */
function silences(park: Park, from: Date, seconds: number, step: number): number[] {
  const lengths = [0]
  let shown = ''
  for (let at = 0; at < seconds; at += step) {
    const posted = simulatePark(simulation, park, new Date(from.getTime() + at * 1000)).values()
    const shows = JSON.stringify([...posted].map(({ status, waitMinutes }) => [status, waitMinutes]))
    if (shows !== shown) lengths.push(0)
    shown = shows
    lengths[lengths.length - 1]! += step * 1000
  }
  return lengths.slice(1)
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
