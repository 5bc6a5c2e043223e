import { adminActionRoutes, purgeAdminActions } from '@walkon/runtime/admin-actions'
import { createLeader } from '@walkon/runtime/leader'
import { purgeDaily } from '@walkon/runtime/purge-daily'
import { defineService } from '@walkon/runtime/service'
import { createRequestBudget } from '@walkon/service/request-budget'
import { createParkFeed, FEED_LIMITS } from './clients/park-feed.ts'
import { pollMsOf, settings } from './config.ts'
import { onCompanionWatchChanged } from './consumers/companion-watch-changed.ts'
import { onParkWatchChanged } from './consumers/park-watch-changed.ts'
import { projectActivatedPasses } from './consumers/pass-activated.ts'
import { projectRestoredPasses } from './consumers/pass-restored.ts'
import { projectRevokedPasses } from './consumers/pass-revoked.ts'
import { migrationsFolder } from './db/migrations.ts'
import { POLLER, POLLER_CHANNEL } from './db/poller.ts'
import { createBoardStreams } from './http/board-stream.ts'
import { buildStatisticsOfDays } from './jobs/build-statistics.ts'
import { keepHistoryDaily } from './jobs/keep-history.ts'
import { pollFeed } from './jobs/poll-feed.ts'
import { reloadHistory } from './jobs/reload-history.ts'
import { syncCatalogue } from './jobs/sync-catalogue.ts'
import { watchReaders } from './jobs/watch-readers.ts'
import { bestTimesRoutes } from './routes/best-times.ts'
import { destinationRoutes } from './routes/destinations.ts'
import { liveBoardRoutes } from './routes/live-board.ts'
import { outageRoutes } from './routes/outages.ts'
import { parkDayRoutes } from './routes/park-days.ts'
import { parkRoutes } from './routes/parks.ts'
import { placeRoutes } from './routes/places.ts'
import { polledDestinationRoutes } from './routes/polled-destinations.ts'
import { rideHistoryRoutes } from './routes/ride-history.ts'
import { readyPartitions } from './use-cases/history/keep-history.ts'
import { measureAges, measureBudget, measurePolls, measureRole } from './metrics/polls.ts'
import { createViewers } from './use-cases/polling/note-viewers.ts'
import { createPoller } from './use-cases/polling/poll-destinations.ts'
import { createBoardReader } from './use-cases/board/read-board.ts'
import { createDirectory } from './use-cases/catalogue/read-directory.ts'
import { createHistoryReload } from './use-cases/history/reload-history.ts'
import { createCatalogueSync } from './use-cases/catalogue/sync-catalogue.ts'

export const parkData = defineService({
  name: 'park-data',
  settings,
  migrationsFolder,
  build({ settings: given, db, cache, log, metrics, now, createApp }) {
    const { PARK_FEED_URL, PARK_FEED_API_KEY, RETENTION_DAYS, ADMIN_ACTION_RETENTION_DAYS } = given
    const { onOutcome, onObserved } = measurePolls(metrics)
    const budget = createRequestBudget(FEED_LIMITS, now)
    measureBudget(metrics, budget)
    const feed = createParkFeed({
      baseUrl: PARK_FEED_URL,
      apiKey: PARK_FEED_API_KEY,
      contact: given.FEED_CONTACT,
      only: given.DESTINATIONS,
      budget,
      now,
      log,
      onOutcome,
    })
    const directory = createDirectory({ db, now })
    const viewers = createViewers({ cache, db, log, now })
    // An observation without a partition would fail its whole poll.
    const prepare = () => readyPartitions(db, now())
    const leader = createLeader({ role: POLLER, db, log, prepare, wakes: POLLER_CHANNEL })
    measureRole(metrics, leader)
    const pollMs = pollMsOf(given)
    const poller = createPoller({ db, cache, feed, directory, leader, log, now, pollMs, onObserved })
    const boards = createBoardReader({ cache, db, log, now })
    const onViewed = ({ destinationId }: { destinationId: string }) => viewers.note(destinationId)
    const streams = createBoardStreams({ cache, boards, log, onViewed })
    measureAges(metrics, () => poller.readAt(), now)

    const app = createApp()
    app.register(adminActionRoutes, { db })
    app.register(destinationRoutes, { directory })
    app.register(polledDestinationRoutes, { db })
    app.register(rideHistoryRoutes, { db, retentionDays: RETENTION_DAYS, now })
    app.register(parkRoutes, { directory, now })
    app.register(parkDayRoutes, { db, directory, now })
    app.register(bestTimesRoutes, { db, directory, now })
    app.register(outageRoutes, { db, now })
    app.register(placeRoutes, { directory, db, now })
    app.register(liveBoardRoutes, { directory, boards, streams, viewers })

    return {
      app,
      handlers: [
        projectActivatedPasses(),
        projectRevokedPasses(),
        projectRestoredPasses(),
        onParkWatchChanged(),
        onCompanionWatchChanged(),
      ],
      jobs: [
        syncCatalogue(createCatalogueSync({ db, feed, directory, poller, leader, log, now })),
        watchReaders({ db, directory, viewers, poller, leader, log, now }),
        pollFeed(poller),
        reloadHistory(createHistoryReload({ db, poller })),
        buildStatisticsOfDays({ db, retentionDays: RETENTION_DAYS, now }),
        keepHistoryDaily({ db, retentionDays: RETENTION_DAYS, now }),
        purgeDaily({ db, now, metrics, log }, [purgeAdminActions({ db, now }, ADMIN_ACTION_RETENTION_DAYS)]),
      ],
      // Giving up the role aborts running reads, so that the next poller can begin while this process is still closing.
      parts: [{ name: 'polls', stop: () => poller.settled() }, leader],
    }
  },
})
