import { bandOf, bandWord, roomOf } from '../features/parks/band.ts'
import type { Look } from '../ui/board-line.tsx'

/** A wait in the look of the board. */
export function lookOf(waitMinutes: number): Look {
  const reading = { status: 'OPERATING' as const, waitMinutes }
  return { band: bandOf(reading), word: bandWord(reading), room: roomOf(reading) }
}
