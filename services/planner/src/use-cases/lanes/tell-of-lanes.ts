import { requestUserLetters } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import {
  listHeld,
  listHeldQueues,
  listMatches,
  matchOne,
  releaseHeld,
  saveHeldPreferences,
  saveToldPreferences,
  type LaneMatch,
  type LaneOffer,
  type LaneOpening,
} from '../../db/lanes/lane-matching.ts'
import { findPark } from '../../db/catalog.ts'
import { lockReadingsOf, type ReadingRow } from '../../db/lanes/lane-readings.ts'
import { toLaneLetter, type OpenedLane } from '../../domain/lane-letters.ts'
import { isFresh, isUsable, type LaneChange } from '../../domain/lane-opening.ts'
import { isQuietAt, toParkClock } from '../../domain/quiet-time.ts'

/** A return time that opened so long ago is of no use. */
const USEFUL = { hours: 20 / 60 }
/** Letters that are written at once, so that a ride which many want is never in memory as a whole. */
const SLICE = 500

type Read = ReadingRow & { rideName: string; timezone: string }
type Queue = Read & { kind: LaneOpening['kind'] }

/**
 * Mails the accounts whose preference matches a return time since this reading, or, after a quiet time, with the next reading if it still
 * matches. A quiet time claims nothing (decisions, section 6).
 */
export async function tellOfLanes(
  tx: Transaction,
  readings: { reading: Read; change: LaneChange | null }[],
  now: Date,
): Promise<void> {
  const held = await listHeldQueues(
    tx,
    readings.map(({ reading }) => reading.rideId),
  )
  const queues = readings.flatMap(({ reading, change }) =>
    isQueue(reading) ? [{ reading, change, opening: toOpening(reading, now) }] : [],
  )
  for (const { reading, opening } of queues) {
    if (!held.has(`${reading.rideId} ${reading.kind}`)) continue
    await releaseHeld(tx, opening)
    await tell(tx, { opening, reading, matches: await listHeld(tx, opening, now) }, now)
  }
  const opened = queues.flatMap(({ reading, change, opening }) =>
    change?.before && opening.offer.isAvailable
      ? [
          {
            reading,
            opening,
            before: { offer: toOffer({ ...reading, ...change.before }, now), hasJumped: change.hasJumped },
          },
        ]
      : [],
  )
  const matches = Map.groupBy(await listMatches(tx, opened, now), ({ place }) => place)
  for (const [place, { opening, reading }] of opened.entries())
    await tell(tx, { opening, reading, matches: matches.get(place) ?? [] }, now)
}

/** Writes to the account of a preference that was just set of what it matches now, without what it matched before. */
export async function tellOfPreference(
  tx: Transaction,
  preferenceId: string,
  { openings, known }: { openings: LaneOpeningRead[]; known: LaneOpening[] },
  now: Date,
): Promise<void> {
  for (const { opening, reading } of openings) {
    if (known.includes(opening)) continue
    await tell(tx, { opening, reading, matches: await matchOne(tx, preferenceId, opening, now) }, now)
  }
}

export type LaneOpeningRead = { opening: LaneOpening; reading: Queue }

/** Lists the offers of a ride now, by its newest readings. */
export async function listOpenLanes(tx: Transaction, rideId: string, now: Date): Promise<LaneOpeningRead[]> {
  const readings = await lockReadingsOf(tx, rideId)
  return readings
    .filter(isQueue)
    .filter((reading) => isFresh(reading, now))
    .map((reading) => ({ reading, opening: toOpening(reading, now) }))
    .filter(({ opening }) => opening.offer.isAvailable)
}

const isQueue = (reading: Read): reading is Queue => reading.kind !== 'STANDBY'

const toOpening = (reading: Queue, now: Date): LaneOpening => ({
  rideId: reading.rideId,
  kind: reading.kind,
  startsAt: reading.startsAt,
  offer: toOffer(reading, now),
})

/** Asked when it is told: an offer read minutes ago may be over. */
const toOffer = (reading: Read, now: Date): LaneOffer => ({
  isAvailable: reading.state === 'available' && isUsable(reading, reading.timezone, now),
  clock: toParkClock(reading.startsAt ?? now, reading.timezone),
  amount: reading.amount,
  currency: reading.currency,
})

type Told = LaneOpeningRead & { matches: LaneMatch[] }

/** One letter for those that match since the same moment. */
async function tell(tx: Transaction, { opening, reading, matches }: Told, now: Date): Promise<void> {
  const isQuiet = (match: LaneMatch) => isQuietAt(match, reading.timezone, now)
  const quiet = matches.filter((match) => isQuiet(match) && match.heldSince === null)
  if (quiet.length > 0) await saveHeldPreferences(tx, idsOf(quiet), opening, reading.observedAt)
  const told = matches.filter((match) => !isQuiet(match))
  const bySince = Map.groupBy(told, ({ heldSince }) => (heldSince ?? reading.observedAt).getTime())
  for (const [since, alike] of bySince)
    for (let from = 0; from < alike.length; from += SLICE)
      await write(tx, { opening, reading, matches: alike.slice(from, from + SLICE) }, new Date(since), now)
}

async function write(
  tx: Transaction,
  { opening, reading, matches }: Told,
  since: Date,
  now: Date,
): Promise<void> {
  await saveToldPreferences(tx, idsOf(matches), opening, now)
  const park = await findPark(tx, reading.parkId)
  const letter = toLaneLetter(toOpened(reading, since, park?.name ?? ''), now)
  // The time of the reading, not of the telling: a poll that is read again after a restore makes the same letter.
  const occasion = `${opening.kind}|${reading.observedAt.toISOString()}`
  const requests = matches.map(({ preferenceId: about, userId }) => ({
    userId,
    letter,
    about,
    occasion,
    list: 'lightning-lane' as const,
    useful: USEFUL,
  }))
  await requestUserLetters(tx, 'planner', requests, now)
}

const idsOf = (matches: LaneMatch[]) => matches.map(({ preferenceId }) => preferenceId)

const toOpened = (reading: Queue, since: Date, parkName: string): OpenedLane => ({
  rideName: reading.rideName,
  parkName,
  parkId: reading.parkId,
  timezone: reading.timezone,
  kind: reading.kind,
  startsAt: reading.startsAt,
  price:
    reading.kind === 'PAID_RETURN_TIME' && reading.amount !== null && reading.currency !== null
      ? { amount: reading.amount, currency: reading.currency }
      : null,
  // A return time that stood before and fits since has not opened.
  openedAt: reading.openedAt !== null && reading.openedAt >= since ? reading.openedAt : null,
  since,
})
