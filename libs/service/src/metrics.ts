import { setTimeout as after } from 'node:timers/promises'
import { collectDefaultMetrics, Gauge, Registry, type Metric } from 'prom-client'

export type Metrics = Registry

/**
 * One registry a service, so that services that share a process keep their own numbers. A metric that cannot be read at the moment, such as
 * one of a database that is away or hangs, is left out of the scrape. All others are in it.
 */
export function createMetrics(service: string): Metrics {
  const registry = new TolerantRegistry()
  registry.setDefaultLabels({ service })
  return registry
}

type Collected = Metric & { collect?: () => unknown; labelNames?: string[] }

class TolerantRegistry extends Registry {
  override registerMetric(metric: Metric): void {
    const collected = metric as Collected
    const { collect } = collected
    if (collect) {
      let reading: Promise<unknown> | undefined
      collected.collect = async () => {
        try {
          // Scrapes share a reading that hangs, so that they do not fill the pool it waits for.
          reading ??= Promise.resolve(collect.call(metric)).finally(() => (reading = undefined))
          await withinScrape(reading)
        } catch {
          metric.reset()
          // A reset gauge without labels would be 0, which was never measured.
          if (metric instanceof Gauge && !collected.labelNames?.length) metric.remove()
        }
      }
    }
    super.registerMetric(metric)
  }
}

/** Shorter than any scraper waits. */
const READ_WITHIN_MS = 2_000

async function withinScrape(reading: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const tooLate = after(READ_WITHIN_MS, undefined, { signal: done.signal }).then(() => {
    throw new Error('The metric was not read in time')
  })
  try {
    await Promise.race([reading, tooLate])
  } finally {
    reading.catch(() => {})
    tooLate.catch(() => {})
    done.abort()
  }
}

/** Memory, event loop and the like, and what runs: numbers of the process, wanted once in each. */
export function collectProcessMetrics(registry: Metrics, { BUILD_VERSION }: { BUILD_VERSION: string }): void {
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'build_info',
    help: '1, with the version that runs as its label',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: BUILD_VERSION, node: process.versions.node }, 1)
}
