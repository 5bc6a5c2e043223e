import { destinationList } from '@walkon/contracts/http/parks'
import { readAnswer } from '../http/read-answer.ts'

const FRESH_MS = 10 * 60_000
const TIMEOUT_MS = 3_000

export type Park = { id: string; name: string; timezone: string }

/** The parks that park-data knows, by id. */
export type ParkList = {
  /** The parks as they were last read; none before the first answer. No request waits for it, but each asks for the next reading when it is due. */
  find: (parkId: string) => Park | undefined
  /** After a reading, if one is due. */
  get: (parkId: string) => Promise<Park | undefined>
}

/** Reads the list of parks at most every ten minutes. While park-data is away, the last list holds. */
export function createParkList(parkDataUrl: string, now: () => number): ParkList {
  let parks = new Map<string, Park>()
  let askedAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    try {
      const destinations = await readAnswer(`${parkDataUrl}/destinations`, destinationList, TIMEOUT_MS)
      parks = new Map(destinations.flatMap((one) => one.parks.map((park) => [park.id, park])))
    } catch {
      // Asked again when the next reading is due, and soon if there is no list at all.
      if (parks.size === 0) askedAtMs = Number.NEGATIVE_INFINITY
    }
  }

  function readIfDue(): Promise<void> {
    if (now() - askedAtMs >= FRESH_MS) {
      askedAtMs = now()
      reading = read()
    }
    return reading
  }

  return {
    find(parkId) {
      void readIfDue()
      return parks.get(parkId)
    },
    async get(parkId) {
      await readIfDue()
      return parks.get(parkId)
    },
  }
}
