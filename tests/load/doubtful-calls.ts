import { startPipeline } from './alert-pipeline.ts'
import { acceptedMails, activationsMailed, observe, openParks, percentile, toDelays } from './bench-parks.ts'
import { SHORT_WAITS } from './doubtful-deliveries.ts'
import { scaled } from './measures.ts'
import { atMost, figure, mustBe, type BenchResult } from './result.ts'
import { setFault } from './sandbox-faults.ts'

const WARM_UP_SECONDS = 5
/** Calls are doubtful during the first part; then mails go on, as they do at a provider that works again. */
const SECONDS = 90
const DOUBTFUL_CALLS = 60
const ALERTS_PER_SECOND = 5
/** How far Postmark's search is behind what it accepted. */
const SEARCH_LAG_SECONDS = 10
/** Longer than any alert that is in doubt may take. */
const PATIENCE_MS = 150_000
/** An alert without a doubtful call takes less by far. */
const DOUBTFUL_MS = 5_000

/**
 * The waits of production after a call without a clear answer: half of these calls were accepted and are found by the
 * search, half were not, and their absence must be believed before they are sent again.
 */
export async function benchDoubtfulCalls(
  serverUrl: string,
  folder: string,
  scale: number,
): Promise<BenchResult[]> {
  const pipeline = await startPipeline(serverUrl, folder, {
    postmarkSearchLagSeconds: SEARCH_LAG_SECONDS,
    // The figures are those of a whole run. A part of it shows that the benchmark runs, and that nothing is lost or doubled.
    ...(scale < 1 && { settings: SHORT_WAITS }),
  })
  const { parkDataDb, sandboxUrl, stop } = pipeline
  try {
    const parks = await openParks(parkDataDb)
    await activationsMailed(sandboxUrl)
    const calls = scaled(DOUBTFUL_CALLS, scale, 4)
    for (const kind of ['error', 'error-after-accept']) {
      await setFault(sandboxUrl, { provider: 'postmark', kind, rate: 0.2, count: calls / 2 })
    }
    const observedAt = await observe(parkDataDb, parks, {
      warmUp: scaled(WARM_UP_SECONDS, scale, 2),
      seconds: scaled(SECONDS, scale, 5),
      alertsPerSecond: ALERTS_PER_SECOND,
    })
    const acceptedAt = await acceptedMails(sandboxUrl, observedAt.size, PATIENCE_MS)
    const { lost, doubled, sortedMs } = toDelays(observedAt, acceptedAt)
    const doubtful = sortedMs.filter((delay) => delay > DOUBTFUL_MS)
    const longest = (sortedMs.at(-1) ?? Number.NaN) / 1_000
    return [
      figure('alerts sent again after a doubtful call', doubtful.length, 'alerts'),
      figure('their time from observation to accepted, median', percentile(doubtful, 0.5) / 1_000, 's'),
      atMost('the longest, at the waits of production and a search 10 s behind', longest, 's', 60),
      mustBe('alerts lost with doubtful calls', lost, 'alerts', 0),
      mustBe('alerts doubled with doubtful calls', doubled, 'alerts', 0),
    ]
  } finally {
    await stop()
  }
}
