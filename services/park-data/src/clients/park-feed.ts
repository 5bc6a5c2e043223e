import type { Log } from '@walkon/service/log'
import type { Lane, RequestBudget, RequestLimits } from '@walkon/service/request-budget'
import { ApiError, ThemeParks, type RawClient } from 'themeparks'
import type { ListedDestination, ListedPark } from '../domain/catalogue.ts'
import { toDistinctRows } from '../domain/live-row.ts'
import type { Opening } from '../domain/opening-hours.ts'
import { toFeedFailure, unusable, type FailureKind } from './feed-failure.ts'
import { fetchFor, type Exchange } from './feed-fetch.ts'
import { toLiveAnswer, type LiveAnswer } from './feed-live.ts'
import { toDestinations, toOpenings, toPark } from './feed-shapes.ts'

/** ThemeParks.wiki. All methods throw `FeedFailure`, or the signal's reason. */
export type ParkFeed = {
  listDestinations(signal: AbortSignal): Promise<ListedDestination[]>
  /** The park's time zone, and all its attractions, restaurants and shows. */
  getPark(parkId: string, signal: AbortSignal): Promise<ListedPark>
  /** Today and the thirty days after it. */
  listOpenings(parkId: string, timezone: string, signal: AbortSignal): Promise<Opening[]>
  /** The attractions, restaurants and shows of all parks of a destination as they are now, each once. */
  readLive(destinationId: string, signal: AbortSignal): Promise<LiveAnswer>
  isPaused(): boolean
}

export type FeedOutcome = FailureKind | 'ok' | 'not-modified'

export type ParkFeedOptions = {
  baseUrl: string
  apiKey: string | undefined
  /** Whom the feed's operator can write to. */
  contact?: string | undefined
  /** The only destinations that are listed; all of them if not given. */
  only?: string[] | undefined
  budget: RequestBudget
  now: () => Date
  log: Log
  onOutcome: (outcome: FeedOutcome) => void
}

/**
 * The feed allows 300 requests a minute. The lists can wait; twenty requests are always left for waits, which are read in
 * the urgent lane.
 */
export const FEED_LIMITS: RequestLimits = { burst: 100, refillPerMinute: 190, reserved: 20 }

const TIMEOUT_MS = 10_000
const toUserAgent = (contact: string | undefined) =>
  `Walkon/1 (theme-park wait alerts${contact ? `; ${contact}` : ''})`

/** The last good answer for each subject, used when the feed answers 304. */
type Answers<Value> = Map<string, { etag: string | null; value: Value }>

type Question<Value> = {
  about: string
  answers: Answers<Value>
  lane: Lane
  signal: AbortSignal
  ask: (raw: RawClient) => Promise<unknown>
  read: (body: unknown) => Value
}

export function createParkFeed(options: ParkFeedOptions): ParkFeed {
  const { budget, now, log } = options
  const onDropped = createDropLog(log)
  const lists: Answers<ListedDestination[]> = new Map()
  const parks: Answers<ListedPark> = new Map()
  const schedules: Answers<Opening[]> = new Map()
  const boards: Answers<LiveAnswer> = new Map()

  function toDistinctAnswer(destinationId: string, body: unknown): LiveAnswer {
    const answer = toLiveAnswer(body, now(), onDropped)
    if (answer.rides.length === 0) throw unusable('The answer has no attraction')
    const rides = toDistinctRows(answer.rides, ({ rideId }) => rideId)
    const places = toDistinctRows(answer.places, ({ placeId }) => placeId)
    if (rides.length < answer.rides.length) onDropped(destinationId, 'rides listed twice')
    if (places.length < answer.places.length) onDropped(destinationId, 'places listed twice')
    return { rides, places }
  }

  return {
    listDestinations: (signal) =>
      getAnswer(options, {
        about: 'everything',
        answers: lists,
        lane: 'background',
        signal,
        ask: (raw) => raw.getDestinations(),
        read: (body) => toOffered(toDestinations(body, onDropped), options.only),
      }),
    getPark: (parkId, signal) =>
      getAnswer(options, {
        about: parkId,
        answers: parks,
        lane: 'background',
        signal,
        ask: (raw) => raw.getEntityChildren(parkId),
        read: (body) => toPark(body, onDropped),
      }),
    listOpenings: (parkId, timezone, signal) =>
      getAnswer(options, {
        about: parkId,
        answers: schedules,
        lane: 'background',
        signal,
        ask: (raw) => raw.getEntitySchedule(parkId),
        read: (body) => toOpenings(body, timezone, onDropped),
      }),
    readLive: (destinationId, signal) =>
      getAnswer(options, {
        about: destinationId,
        answers: boards,
        lane: 'urgent',
        signal,
        ask: (raw) => raw.getEntityLive(destinationId),
        read: (body) => toDistinctAnswer(destinationId, body),
      }),
    isPaused: () => budget.isPaused(),
  }
}

function toOffered(listed: ListedDestination[], only: string[] | undefined): ListedDestination[] {
  const offered = only ? listed.filter(({ id }) => only.includes(id)) : listed
  if (offered.length === 0) throw unusable('The feed lists none of our destinations')
  return offered
}

async function getAnswer<Value>(options: ParkFeedOptions, question: Question<Value>): Promise<Value> {
  const { budget, apiKey, baseUrl, contact, onOutcome } = options
  const { about, answers, lane, signal, ask, read } = question
  await budget.take(lane, signal)
  const known = answers.get(about)
  const exchange: Exchange = { signal, apiKey, knownEtag: known?.etag ?? null, etag: null }
  const client = new ThemeParks({
    baseUrl,
    userAgent: toUserAgent(contact),
    timeoutMs: TIMEOUT_MS,
    fetch: fetchFor(exchange),
    // No retry here: the next poll is one. The ETag shows changes.
    retry: { max: 0, on429: false },
    cache: false,
  })
  try {
    const value = read(await ask(client.raw))
    // Remembered only after parsing: with the ETag of an unusable answer, the feed would answer 304 for ever.
    answers.set(about, { etag: exchange.etag, value })
    onOutcome('ok')
    return value
  } catch (error) {
    signal.throwIfAborted()
    if (known && error instanceof ApiError && error.status === 304) {
      onOutcome('not-modified')
      return known.value
    }
    const failure = toFeedFailure(error)
    if (failure.kind === 'rate-limited') budget.pause(failure.retryAfterMs)
    onOutcome(failure.kind)
    throw failure
  }
}

const MOST_REMEMBERED = 5_000

/** A row that is invalid now is invalid at every poll, so it is logged once. */
function createDropLog(log: Log) {
  const told = new Set<string>()
  return (row: string, problem: string) => {
    const line = `${row} ${problem}`
    if (told.has(line)) return
    if (told.size >= MOST_REMEMBERED) told.clear()
    told.add(line)
    log.warn({ row, problem }, 'row of the feed dropped')
  }
}
