import type { Temporal } from 'temporal-polyfill'
import type { Attraction, Park } from '../catalog/park.ts'
import { inZone, openingsOn, parkDateOf, turnOf, type Opening } from './park-hours.ts'
import { slotsUntil, type Posted } from './ride-story.ts'
import { refurbishment, rideDay, unwaited, type Simulation } from './simulation.ts'

/** The past posts of the simulation, as an archive has them: one JSON object a line. */

type Reading = {
  rideId: string
  observedAt: string
  status: Posted['status']
  waitMinutes: number | null
}

type Hour = {
  rideId: string
  date: string
  hour: number
  samples: number
  minMinutes: number
  maxMinutes: number
  sumMinutes: number
}

type Breakdown = {
  rideId: string
  downFrom: string
  downUntil: string
  cameBack: boolean
  waitAfterMinutes: number | null
}

type Entry = Reading | Hour | Breakdown

type Day = Pick<Simulation, 'seed' | 'alwaysOpen'>

const HOUR_MS = 3_600_000

const SOON_DAYS = 7

/**
 * The past of all parks, in the order in which it is needed, each entry once:
 * 1. the waits of the last seven days at the present hour and the next, of all parks: the first alerts compare with them
 * 2. all other entries of the first park, which the home page shows
 * 3. today's readings of the other parks, for their charts
 * 4. all other hours, and all breakdowns of each park with its hours
 */
export function* pastOf(simulation: Day, parks: Park[], until: Date, days: number): Generator<Entry[]> {
  for (const park of parks) {
    const week = hoursBefore(simulation, park, until, Math.min(SOON_DAYS, days))
    yield [...week].filter(soonAt(park, until))
  }
  const restOf = (park: Park) => {
    const isSoon = soonAt(park, until)
    return [...hoursBefore(simulation, park, until, days)].filter((entry) => !isSoon(entry))
  }
  const [first, ...others] = parks
  if (first) yield [...readingsOfToday(simulation, first, until)]
  if (first) yield restOf(first)
  for (const park of others) yield [...readingsOfToday(simulation, park, until)]
  for (const park of others) yield restOf(park)
}

/** True for an hour of last week that tells the usual waits of now. */
function soonAt(park: Park, until: Date): (entry: Hour | Breakdown) => boolean {
  const now = inZone(until, park.timezone)
  const hours = [now.hour, now.add({ hours: 1 }).hour]
  const fromDate = now.toPlainDate().subtract({ days: SOON_DAYS }).toString()
  return (entry) => 'hour' in entry && entry.date >= fromDate && hours.includes(entry.hour)
}

/** The changes of each ride's posted wait since the park's day began. */
export function* readingsOfToday(simulation: Day, park: Park, until: Date): Generator<Reading> {
  const date = parkDateOf(park, until)
  const from = turnOf(park, date)
  const spans = openSpans(park, [date.subtract({ days: 1 }), date, date.add({ days: 1 })], simulation)
  for (const attraction of park.attractions) {
    if (attraction.entityType !== 'ATTRACTION') continue
    let shown = ''
    for (const posted of storyOf(simulation, park, attraction, { spans, from, until })) {
      const { status, waitMinutes, changedAt } = posted
      if (shown === `${status} ${waitMinutes}`) continue
      shown = `${status} ${waitMinutes}`
      yield { rideId: attraction.id, observedAt: changedAt.toISOString(), status, waitMinutes }
    }
  }
}

/**
 * The posted waits of each hour of so many days before an instant, and of the full hours of its own day. With them each time that a ride
 * was down on one of the days before.
 */
export function* hoursBefore(
  simulation: Day,
  park: Park,
  until: Date,
  days: number,
): Generator<Hour | Breakdown> {
  const lastHour = new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS)
  const today = inZone(until, park.timezone).toPlainDate()
  const dates = Array.from({ length: days + 2 }, (_, index) => today.subtract({ days: days + 1 - index }))
  const from = new Date(today.subtract({ days }).toZonedDateTime(park.timezone).epochMilliseconds)
  const spans = openSpans(park, dates, simulation)
  const clock = createClock(park)
  for (const attraction of park.attractions) {
    if (attraction.entityType !== 'ATTRACTION') continue
    const hours = new Map<string, Hour>()
    const breakdowns: Breakdown[] = []
    let downFrom: Date | null = null
    for (const { status, waitMinutes, changedAt } of storyOf(simulation, park, attraction, {
      spans,
      from,
      until: lastHour,
    })) {
      if (status === 'OPERATING' && waitMinutes !== null)
        addSample(hours, attraction.id, clock(changedAt), waitMinutes)
      if (status === 'DOWN') downFrom ??= changedAt
      else if (downFrom) {
        if (clock(downFrom).date < today.toString())
          breakdowns.push(toBreakdown(attraction.id, downFrom, changedAt, status === 'OPERATING'))
        downFrom = null
      }
      const last = breakdowns.at(-1)
      if (last?.cameBack && changedAt.getTime() <= Date.parse(last.downUntil) + AFTER_MS)
        last.waitAfterMinutes = status === 'OPERATING' ? waitMinutes : null
    }
    yield* breakdowns
    yield* hours.values()
  }
}

/** As an archive has the wait after a breakdown: the one that was posted half an hour later. */
const AFTER_MS = HOUR_MS / 2

const toBreakdown = (rideId: string, from: Date, until: Date, cameBack: boolean): Breakdown => ({
  rideId,
  downFrom: from.toISOString(),
  downUntil: until.toISOString(),
  cameBack,
  waitAfterMinutes: null,
})

function addSample(hours: Map<string, Hour>, rideId: string, { date, hour }: LocalHour, wait: number): void {
  const known = hours.get(`${date} ${hour}`)
  if (!known) {
    const own = { samples: 1, minMinutes: wait, maxMinutes: wait, sumMinutes: wait }
    hours.set(`${date} ${hour}`, { rideId, date, hour, ...own })
    return
  }
  known.samples++
  known.minMinutes = Math.min(known.minMinutes, wait)
  known.maxMinutes = Math.max(known.maxMinutes, wait)
  known.sumMinutes += wait
}

/** A stretch in which a park is open: the later of two openings wins, as in `openingAt`. */
type Span = { opening: Opening; opensAt: Date; endsAt: Date; isLast: boolean }

function openSpans(park: Park, dates: Temporal.PlainDate[], { alwaysOpen }: Day): Span[] {
  const openings = dates.flatMap((date) => openingsOn(park, date, alwaysOpen))
  return openings.map((opening, index) => {
    const next = openings[index + 1]?.opens.epochMilliseconds ?? Infinity
    const closes = opening.closes.epochMilliseconds
    return {
      opening,
      opensAt: new Date(opening.opens.epochMilliseconds),
      endsAt: new Date(Math.min(closes, next)),
      isLast: closes < next,
    }
  })
}

type Period = { spans: Span[]; from: Date; until: Date }

/** The posts of one attraction in a period, in order, from the one at its beginning on; also repeated ones. */
function* storyOf(
  simulation: Day,
  park: Park,
  attraction: Attraction,
  { spans, from, until }: Period,
): Generator<Posted> {
  let before: Posted | null = { ...CLOSED, changedAt: from }
  for (const posted of wholeStory(simulation, park, attraction, { spans, until })) {
    if (posted.changedAt <= from) {
      before = posted
      continue
    }
    if (before) yield { ...before, changedAt: from }
    before = null
    yield posted
  }
  if (before && from < until) yield { ...before, changedAt: from }
}

const CLOSED = { status: 'CLOSED' as const, waitMinutes: null }

function* wholeStory(
  simulation: Day,
  park: Park,
  attraction: Attraction,
  { spans, until }: Omit<Period, 'from'>,
): Generator<Posted> {
  for (const { opening, opensAt, endsAt, isLast } of spans) {
    if (opensAt >= until) return
    const end = endsAt < until ? endsAt : until
    if (refurbishment(simulation, park, attraction, opensAt)) {
      yield { status: 'REFURBISHMENT', waitMinutes: null, changedAt: opensAt }
      continue
    }
    const day = rideDay(simulation, attraction, opening)
    if (day) yield* slotsUntil(day, end)
    else yield* everyHour(unwaited(attraction), opensAt, end)
    if (isLast && endsAt < until) yield { ...CLOSED, changedAt: endsAt }
  }
}

/** The same in each hour, so that each hour has its statistics. */
function* everyHour(posted: Omit<Posted, 'changedAt'>, from: Date, end: Date): Generator<Posted> {
  for (let at = from.getTime(); at < end.getTime(); at += HOUR_MS)
    yield { ...posted, changedAt: new Date(at) }
}

type LocalHour = { date: string; hour: number }

/** Reading a time zone is slow, and the same few hundred hours are asked for by every attraction. */
function createClock(park: Park): (instant: Date) => LocalHour {
  const known = new Map<number, LocalHour>()
  return (instant) => {
    const index = Math.floor(instant.getTime() / HOUR_MS)
    const found = known.get(index)
    if (found) return found
    const local = inZone(instant, park.timezone)
    const made = { date: local.toPlainDate().toString(), hour: local.hour }
    known.set(index, made)
    return made
  }
}
