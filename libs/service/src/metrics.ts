import { collectDefaultMetrics, Gauge, Registry, type Metric } from 'prom-client'

export type Metrics = Registry

/**
 * One registry a service, so that services that share a process keep their own numbers. A metric that cannot be read at the
 * moment, such as one that asks a database that is away, is left out of the scrape; all others are in it.
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
      collected.collect = async () => {
        try {
          await collect.call(metric)
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
