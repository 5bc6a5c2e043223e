import { startPipeline } from './alert-pipeline.ts'
import { acceptedMails, observe, openParks, percentile, toDelays } from './bench-parks.ts'
import { scaled } from './measures.ts'
import { atMost, mustBe, type BenchResult } from './result.ts'

const WARM_UP_SECONDS = 5
const SECONDS = 30
/** Of the thousand rides, this many become short each second; each is watched by one visitor. */
const ALERTS_PER_SECOND = 30

/**
 * From the instant of an observation to the provider's acceptance of the mail, at 1,000 observations a second:
 * park-data's outbox, the log, the match, the outbox, the log, the delivery and the call, as in the local run.
 */
export async function benchLatency(serverUrl: string, folder: string, scale: number): Promise<BenchResult[]> {
  const { parkDataDb, sandboxUrl, stop } = await startPipeline(serverUrl, folder)
  try {
    const parks = await openParks(parkDataDb)
    const seconds = scaled(SECONDS, scale, 3)
    const observedAt = await observe(parkDataDb, parks, {
      warmUp: scaled(WARM_UP_SECONDS, scale, 2),
      seconds,
      alertsPerSecond: ALERTS_PER_SECOND,
    })
    const { lost, doubled, sortedMs } = toDelays(observedAt, await acceptedMails(sandboxUrl, observedAt.size))
    const p99 = percentile(sortedMs, 0.99)
    return [
      atMost('observation to accepted by Postmark, p99 at 1,000 observations a second', p99, 'ms', 1_000),
      mustBe('alerts in that run', observedAt.size, 'alerts', seconds * ALERTS_PER_SECOND),
      mustBe('alerts lost in that run', lost, 'alerts', 0),
      mustBe('alerts doubled in that run', doubled, 'alerts', 0),
    ]
  } finally {
    await stop()
  }
}
