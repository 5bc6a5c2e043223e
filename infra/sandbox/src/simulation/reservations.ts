import type { Table } from '../state/tables.ts'
import { draw } from './draw.ts'

/** Times of meals, from 8:00 to 20:30. */
const HALF_HOURS = Array.from({ length: 26 }, (_, index) => 16 + index)
const LARGEST_PARTY = 8
/** A cancelled table is free for so long, or twice so long, until another guest has it. */
const SLOT_MS = 4 * 60_000
const FREED_SHARE = 0.035

/**
 * The tables of a restaurant that can be reserved for a day, as a pure function of seed, restaurant, day and instant. Most are taken, and
 * every few minutes cancelled ones are free.
 */
export function reservableAt(seed: string, restaurantId: string, date: string, now: Date): Table[] {
  const slot = Math.floor(now.getTime() / SLOT_MS)
  const isFreed = (half: number, size: number, at: number) =>
    draw(seed, restaurantId, date, half, size, at) < FREED_SHARE
  const isStillFree = (half: number, size: number) =>
    isFreed(half, size, slot - 1) && draw(seed, restaurantId, date, half, size, slot, 'kept') < 0.5
  return HALF_HOURS.flatMap((half) =>
    Array.from({ length: LARGEST_PARTY }, (_, index) => index + 1)
      .filter((size) => isFreed(half, size, slot) || isStillFree(half, size))
      .map((partySize) => ({ time: toTime(half), partySize })),
  )
}

const toTime = (half: number) =>
  `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
