import { collectDefaultMetrics, Registry } from 'prom-client'

export type Metrics = Registry

/** One registry a service, so that services that share a process keep their own numbers. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  return registry
}

/** Memory, event loop and the like: numbers of the process, wanted once in each. */
export function collectProcessMetrics(registry: Metrics): void {
  collectDefaultMetrics({ register: registry })
}
