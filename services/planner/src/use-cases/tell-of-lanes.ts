import { publishedBy } from '@walkon/contracts/event'
import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import {
  listHeld,
  listMatches,
  saveHeldPreferences,
  saveToldPreferences,
  type LaneMatch,
  type LaneOpening,
} from '../db/lane-matching.ts'
import { findPark } from '../db/catalog.ts'
import type { ReadingRow } from '../db/lane-readings.ts'
import { toLaneLetter, type OpenedLane } from '../domain/lane-letters.ts'
import { isQuietAt, toParkClock } from '../domain/quiet-time.ts'

/** A return time that opened so long ago is of no use. */
const LETTER_MS = 20 * 60_000
/** Letters that are written at once, so that a ride which many want is never in memory as a whole. */
const SLICE = 500
/** Of the ids that are derived from openings. */
const NAMESPACE = '0c5bb6a4-51b8-4d0c-9f5d-6a5d4f6c2f7e'

type Read = ReadingRow & { rideName: string; timezone: string }

/**
 * Writes to the accounts that want a return time which opened in this reading, and to those whose quiet time has ended since, while the
 * offer stands. A quiet time claims nothing (decisions, section 6).
 */
export async function tellOfLanes(tx: Transaction, readings: Read[], now: Date): Promise<void> {
  for (const reading of readings) {
    const opening = toOpening(reading, now)
    if (!opening) continue
    const isNew = opening.openedAt.getTime() === reading.observedAt.getTime()
    const matches = isNew ? await listMatches(tx, opening, now) : await listHeld(tx, opening, now)
    for (let from = 0; from < matches.length; from += SLICE)
      await tell(tx, { opening, reading, matches: matches.slice(from, from + SLICE) }, now)
  }
}

function toOpening(
  { rideId, kind, openedAt, startsAt, timezone, amount, currency }: Read,
  now: Date,
): LaneOpening | null {
  if (openedAt === null || kind === 'STANDBY') return null
  return {
    rideId,
    kind,
    openedAt,
    clock: toParkClock(startsAt ?? now, timezone),
    price: { amount, currency },
  }
}

type Told = { opening: LaneOpening; reading: Read; matches: LaneMatch[] }

async function tell(tx: Transaction, { opening, reading, matches }: Told, now: Date): Promise<void> {
  const isQuiet = (match: LaneMatch) => isQuietAt(match, reading.timezone, now)
  const quiet = matches.filter((match) => isQuiet(match) && !match.isHeld)
  const told = matches.filter((match) => !isQuiet(match))
  if (quiet.length > 0) await saveHeldPreferences(tx, idsOf(quiet), opening)
  if (told.length === 0) return
  await saveToldPreferences(tx, idsOf(told), now)
  const park = await findPark(tx, reading.parkId)
  const notification = toLaneLetter(toOpened(reading, opening, park?.name ?? ''), now)
  const expiresAt = new Date(now.getTime() + LETTER_MS).toISOString()
  await emit(
    tx,
    publishedBy('planner', userNotificationRequested),
    told.map(({ preferenceId, userId }) => {
      const id = deriveId(NAMESPACE, `${preferenceId}|${opening.kind}|${opening.openedAt.toISOString()}`)
      return {
        id,
        data: { notificationId: id, userId, notification, list: 'lightning-lane' as const, expiresAt },
      }
    }),
  )
}

const idsOf = (matches: LaneMatch[]) => matches.map(({ preferenceId }) => preferenceId)

const toOpened = (reading: Read, { kind, openedAt }: LaneOpening, parkName: string): OpenedLane => ({
  rideName: reading.rideName,
  parkName,
  parkId: reading.parkId,
  timezone: reading.timezone,
  kind,
  startsAt: reading.startsAt,
  price:
    kind === 'PAID_RETURN_TIME' && reading.amount !== null && reading.currency !== null
      ? { amount: reading.amount, currency: reading.currency }
      : null,
  openedAt,
})
