import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import { randomUUID } from 'node:crypto'
import type { AnsweredDelivery, Channel } from '../channels/channel.ts'
import { claimQueued, type ClaimedDelivery } from '../db/claims.ts'
import { DELIVERIES_CHANNEL } from '../db/deliveries.ts'
import { hashAddress } from '@walkon/service/address-hash'
import { recordSteps } from '../db/outcomes.ts'
import { suppress, type Suppression } from '../db/suppressions.ts'
import type { DeliveryMetrics } from '../delivery-metrics.ts'
import { toStep, type Waits } from '../domain/delivery.ts'

export type SenderOptions = {
  db: Database
  channel: Channel
  metrics: DeliveryMetrics
  log: Log
  /** The most calls under way at once, so that a slow one does not hold the others. */
  concurrency: number
  leaseSeconds: number
  timeoutSeconds: number
  waits: Waits
}

/** Also how long a retry may be late: a wake-up comes only with new deliveries. */
const POLL_MS = 1_000

/**
 * Sends what is queued on one channel, as soon as it is committed. The attempt is on record before the provider is
 * called; a sender that dies at any point leaves a delivery that somebody else will ask the provider about.
 */
export function createSender(options: SenderOptions): { job: Job; part: Part } {
  const { db, channel, metrics, log, concurrency, leaseSeconds, timeoutSeconds } = options
  const underWay = new Set<Promise<void>>()

  async function sendNext(signal: AbortSignal): Promise<boolean> {
    while (underWay.size >= concurrency) await Promise.race(underWay)
    if (signal.aborted) return false

    const owner = randomUUID()
    // Taken before the database gives the lease, so it never ends later than we believe.
    const leaseEndsAt = performance.now() + leaseSeconds * 1_000
    const { claimed, ended } = await claimQueued(db, {
      channel: channel.name,
      owner,
      limit: channel.batchSize,
      leaseSeconds,
    })
    metrics.moved(ended)
    if (claimed.length > 0) track(send(owner, claimed, leaseEndsAt))
    return claimed.length + ended.length === channel.batchSize
  }

  function track(sending: Promise<void>): void {
    const tracked = sending
      .catch((error: unknown) =>
        log.error({ err: error, channel: channel.name }, 'answers not recorded; the provider will be asked'),
      )
      .finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }

  async function send(owner: string, claimed: ClaimedDelivery[], leaseEndsAt: number): Promise<void> {
    // A process that was frozen between claim and call must not send what somebody else may hold by now.
    const mayCall = () => performance.now() + timeoutSeconds * 1_000 < leaseEndsAt
    const answered = await channel.send(claimed, mayCall).catch((error: unknown) => {
      log.error({ err: error, channel: channel.name }, 'channel failed')
      return claimed.map((delivery) => ({
        delivery,
        answer: { kind: 'unclear', reason: 'channel-failed' } as const,
      }))
    })
    const changes = await record(options, owner, answered)
    metrics.moved(changes)
    reportMisconfiguration(options, answered)
  }

  return {
    job: { name: `send-${channel.name}`, intervalMs: POLL_MS, wakeOn: DELIVERIES_CHANNEL, run: sendNext },
    part: { name: `${channel.name}-calls-under-way`, stop: async () => void (await Promise.all(underWay)) },
  }
}

async function record({ db, channel, waits }: SenderOptions, owner: string, answered: AnsweredDelivery[]) {
  const steps = answered.map(({ delivery, answer }) => ({
    id: delivery.id,
    step: toStep(answer, delivery.attemptNo, waits),
  }))
  const suppressions = answered.flatMap(({ delivery, answer }): Suppression[] =>
    answer.kind === 'refused' && answer.suppress
      ? [{ channel: channel.name, addressHash: hashAddress(delivery.address), reason: answer.suppress }]
      : [],
  )
  return db.transaction(async (tx) => [
    ...(await recordSteps(tx, owner, steps)),
    ...(await suppress(tx, suppressions)),
  ])
}

/** Nobody gets anything until somebody mends this, so it is an error however well the retries go. */
function reportMisconfiguration(
  { channel, metrics, log }: SenderOptions,
  answered: AnsweredDelivery[],
): void {
  const reasons = answered.flatMap(({ answer }) => (answer.kind === 'misconfigured' ? [answer.reason] : []))
  for (const [reason, of] of Map.groupBy(reasons, (each) => each)) {
    metrics.misconfigured(channel.name, reason, of.length)
    log.error(
      { channel: channel.name, reason, deliveries: of.length },
      'the provider refuses our configuration',
    )
  }
}
