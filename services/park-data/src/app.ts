import { defineService } from '@walkon/runtime/service'
import { createFeedGate } from './clients/feed-gate.ts'
import { createParkFeed } from './clients/park-feed.ts'
import { settings } from './config.ts'
import { watchPassParks } from './consumers/pass-activated.ts'
import { forgetRevokedPass } from './consumers/pass-revoked.ts'
import { migrationsFolder } from './db/migrations.ts'
import { keepHistory } from './jobs/keep-history.ts'
import { pollFeed } from './jobs/poll-feed.ts'
import { createPollerRole } from './poll/role.ts'
import { createPoller } from './poll/poller.ts'
import { syncCatalogue } from './jobs/sync-catalogue.ts'
import { watchReaders } from './jobs/watch-readers.ts'
import { createBoardReader } from './live/board-reader.ts'
import { createBoardStreams } from './live/board-stream.ts'
import { createDirectory } from './live/directory.ts'
import { createViewers } from './live/viewers.ts'
import { measureAges, measurePolls } from './poll/metrics.ts'
import { destinationRoutes } from './routes/destinations.ts'
import { liveBoardRoutes } from './routes/live-board.ts'
import { parkRoutes } from './routes/parks.ts'
import { rideHistoryRoutes } from './routes/ride-history.ts'

export const parkData = defineService({
  name: 'park-data',
  settings,
  migrationsFolder,
  build({
    settings: { PARK_FEED_URL, PARK_FEED_API_KEY, POLL_SECONDS, RETENTION_DAYS },
    db,
    cache,
    log,
    metrics,
    now,
    createApp,
  }) {
    const { onOutcome, onObserved } = measurePolls(metrics)
    const gate = createFeedGate(now)
    const feed = createParkFeed({
      baseUrl: PARK_FEED_URL,
      apiKey: PARK_FEED_API_KEY,
      gate,
      now,
      log,
      onOutcome,
    })
    const directory = createDirectory({ db, now })
    const viewers = createViewers({ cache, db, log, now })
    const role = createPollerRole({ db, now, log })
    const pollMs = POLL_SECONDS * 1000
    const poller = createPoller({ db, cache, feed, directory, role, log, now, pollMs, onObserved })
    const boards = createBoardReader({ cache, db, log, now })
    const streams = createBoardStreams({
      cache,
      boards,
      log,
      onViewed: (park) => viewers.note(park.destinationId),
    })
    measureAges(metrics, () => poller.readAt(), now)

    const app = createApp()
    app.register(destinationRoutes, { directory })
    app.register(rideHistoryRoutes, { db, retentionDays: RETENTION_DAYS, now })
    app.register(parkRoutes, { directory, now })
    app.register(liveBoardRoutes, { directory, boards, streams, viewers })

    return {
      app,
      handlers: [watchPassParks(), forgetRevokedPass()],
      jobs: [
        syncCatalogue({ db, feed, directory, poller, role, log, now }),
        watchReaders({ db, directory, viewers, poller, role, log, now }),
        pollFeed(poller),
        keepHistory({ db, role, retentionDays: RETENTION_DAYS, now }),
      ],
      // Giving up the role ends what is being read; the next poller begins while this one still closes.
      parts: [{ name: 'polls', stop: () => poller.settled() }, role],
    }
  },
})
