import { createLog } from '@walkon/service/log'
import { createRequestBudget } from '@walkon/service/request-budget'
import { createParkFeed, FEED_LIMITS, type FeedOutcome, type ParkFeed } from '../clients/park-feed.ts'
import { json, startFeedServer } from './feed-server.ts'
import { LAKE, lakeResort, NOON } from './sample-feed.ts'

export type TestFeed = Awaited<ReturnType<typeof startTestFeed>>

/** The client of the feed beside a feed with one resort; both stand at noon. */
export async function startTestFeed() {
  const server = await startFeedServer()
  server.destinations.push(lakeResort())
  const outcomes: FeedOutcome[] = []
  const warnings: { row: string; problem: string }[] = []
  const clock = { now: NOON }
  const signal = new AbortController().signal
  const now = () => clock.now

  function aFeed(apiKey?: string): ParkFeed {
    const log = createLog(
      { service: 'test', level: 'warn' },
      { write: (line) => void warnings.push(JSON.parse(line)) },
    )
    return createParkFeed({
      baseUrl: server.url,
      apiKey,
      budget: createRequestBudget(FEED_LIMITS, now),
      now,
      log,
      onOutcome: (outcome) => void outcomes.push(outcome),
    })
  }
  const feed = aFeed()

  return {
    server,
    /** The outcomes of its requests, as metrics count them. */
    outcomes,
    /** The lines that it has logged. */
    warnings,
    clock,
    feed,
    /** Another client of the feed. */
    aFeed,
    /** Replaces the feed's rows of the lake's rides. */
    answerRows: (...liveData: unknown[]) => server.misbehaviours.set('/live', json({ id: LAKE, liveData })),
    liveRows: async () => (await feed.readLive(LAKE, signal)).rides,
    livePlaces: async () => (await feed.readLive(LAKE, signal)).places,
  }
}
