import type { Cache } from '@walkon/service/cache'
import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { hash } from 'node:crypto'
import type { ParkEntry } from '../../db/directory.ts'
import { findParkReading, listParkStates } from '../../db/park-states.ts'
import { findUsualWaits } from '../../db/usual-waits.ts'
import { boardKey } from '../../domain/board-update.ts'
import { splitMessage, toBoard, toMessage } from '../../domain/board.ts'
import { parkHourAt } from '../../domain/local-hour.ts'
import { unreadPark } from '../../domain/park-state.ts'

/** A board ready to be sent. */
export type PreparedBoard = {
  /** The stream's message. */
  message: string
  /** The array of rides, serialised and encoded once for all requests. */
  body: Buffer
  etag: string
  /** An ISO instant; null if the park was never read. */
  readAt: string | null
  isStale: boolean
}

export type BoardReader = {
  /** At most half a second old; for the route with the most requests. */
  read(park: ParkEntry): Promise<PreparedBoard>
  /** As it is now. */
  readNow(park: ParkEntry): Promise<PreparedBoard>
}

/** Requests within this time share one read. */
const SHARED_MS = 500

/** The same for a board from the database, which costs more and is only made while the cache is unreachable or has an old board. */
const REBUILT_SHARED_MS = 3_000

/** A stored board that is older is compared with the last poll: a cache that refuses writes keeps what it had. */
const MAY_BE_OLD_AFTER_MS = 90_000

type Look = { until: number; board: Promise<PreparedBoard> }

type ReaderDeps = { cache: Cache; db: Database; log: Log; now: () => Date }

/** Reads boards from the cache or, where that is empty or unreachable, from the database. */
export function createBoardReader(deps: ReaderDeps): BoardReader {
  const { cache, db, log, now } = deps
  const looks = new Map<string, Look>()
  const rebuilds = new Map<string, { until: number; message: Promise<string> }>()
  const prepared = new Map<string, PreparedBoard>()

  async function look(park: ParkEntry): Promise<PreparedBoard> {
    const message = (await stored(park)) ?? (await rebuiltOnce(park))
    const before = prepared.get(park.id)
    if (before?.message === message) return before
    const board = prepare(message, before)
    prepared.set(park.id, board)
    return board
  }

  async function stored(park: ParkEntry): Promise<string | null> {
    try {
      const message = await cache.get(boardKey(park.id))
      return message !== null && (await isOld(deps, park.id, message)) ? null : message
    } catch (error) {
      log.debug({ err: error, parkId: park.id }, 'board not in reach')
      return null
    }
  }

  function rebuiltOnce(park: ParkEntry): Promise<string> {
    const known = rebuilds.get(park.id)
    if (known && now().getTime() < known.until) return known.message
    const message = rebuild(park)
    rebuilds.set(park.id, { until: now().getTime() + REBUILT_SHARED_MS, message })
    message.catch(() => rebuilds.delete(park.id))
    return message
  }

  async function rebuild(park: ParkEntry): Promise<string> {
    const at = now()
    const [state = unreadPark(park.id)] = await listParkStates(db, [park], at)
    const usual = await findUsualWaits(db, park.id, parkHourAt(at, park.timezone))
    const board = toBoard(state, park.openings, usual, at)
    return board ? toMessage(board, board.rides.values()) : UNREAD
  }

  return {
    read: (park) => {
      const at = now().getTime()
      const known = looks.get(park.id)
      if (known && at < known.until) return known.board
      const board = look(park)
      looks.set(park.id, { until: at + SHARED_MS, board })
      board.catch(() => looks.delete(park.id))
      return board
    },
    readNow: look,
  }
}

async function isOld({ db, log, now }: ReaderDeps, parkId: string, message: string): Promise<boolean> {
  const readAt = splitMessage(message)?.readAt
  if (!readAt || now().getTime() - readAt.getTime() < MAY_BE_OLD_AFTER_MS) return false
  try {
    const newest = await findParkReading(db, parkId)
    return newest !== null && newest.readAt > readAt
  } catch (error) {
    // The stored board is all that there is.
    log.debug({ err: error, parkId }, 'board not compared')
    return false
  }
}

const UNREAD = ''

function prepare(message: string, before: PreparedBoard | undefined): PreparedBoard {
  const parts = splitMessage(message)
  const body = Buffer.from(parts?.rides ?? '[]')
  const readAt = parts?.readAt.toISOString() ?? null
  const isStale = parts?.isStale ?? false
  if (before?.body.equals(body)) return { ...before, message, readAt, isStale }
  // A hash of the rides alone: a poll that changed nothing makes no new version.
  return { message, body, etag: `"${hash('sha1', body, 'base64url')}"`, readAt, isStale }
}
