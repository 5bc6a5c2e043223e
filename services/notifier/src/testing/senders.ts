import type { Environment } from '@walkon/service/config'
import type { Database } from '@walkon/service/database'
import { afterEach } from 'vitest'
import { startNotifier } from './running-notifier.ts'
import { PATIENT } from './settings.ts'

/** A test opens the connections: beside it, only a process does. */
type Connect = (options: { url: string; schema: string; poolSize: number; applicationName: string }) => {
  db: Database
  close: () => Promise<void>
}

/** Timeouts for a provider that does not answer. For others a call that is given up, as on a busy machine, would be a call more. */
export const HASTY = { PROVIDER_TIMEOUT_SECONDS: '0.2', DELIVERY_LEASE_SECONDS: '0.6' }

/** Senders with connections of their own, as processes have, which stop after each test. Patient with their providers. */
export function createTestSenders(connect: Connect, url: string, settings: Environment) {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => void (await Promise.all(stops.splice(0).map((stop) => stop()))))

  /** Returns the metrics of each. */
  return (count: number, env: Environment = {}) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const own = connect({
          url,
          schema: 'notifier',
          poolSize: 4,
          applicationName: `sender-${index}`,
        })
        const { metrics, stop } = await startNotifier(own.db, url, {
          env: { ...PATIENT, ...settings, ...env },
        })
        stops.push(async () => {
          await stop()
          await own.close()
        })
        return metrics
      }),
    )
}

/** The same story every time. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
