import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ALARMS } from './alarms.ts'
import { toScaling } from './scaling.ts'
import { readKnownMetrics } from './testing/known-metrics.ts'
import { readExpression } from './testing/promql.ts'
import { WORKLOADS } from './workloads.ts'

/** What Prometheus is asked, by the grammar of PromQL and the metrics that are there. */

const known = readKnownMetrics()

function findFaults(text: string): string[] {
  const { faults, selected, groupedBy } = readExpression(text)
  const labelsOfAll = new Set(selected.flatMap(({ metric }) => [...(known.get(metric) ?? [])]))
  return [
    ...faults,
    ...selected.flatMap(({ metric, labels }) => {
      const has = known.get(metric)
      return has
        ? labels.flatMap((label) => (has.has(label) ? [] : [`${metric} has no label ${label}`]))
        : [`there is no metric ${metric}`]
    }),
    ...groupedBy.flatMap((label) => (labelsOfAll.has(label) ? [] : [`nothing has the label ${label}`])),
  ]
}

type Rules = { spec: { groups: { rules: { alert: string; expr: string }[] }[] } }
const STORES = resolve(import.meta.dirname, '../../../k8s/overlays/production/store-alarms.yaml')
const storeAlarms = (parse(readFileSync(STORES, 'utf8')) as Rules).spec.groups.flatMap(({ rules }) => rules)

test.each([
  ...ALARMS.map(({ name, expr }) => ({ name, expr })),
  ...storeAlarms.map(({ alert, expr }) => ({ name: alert, expr })),
])('the alarm $name asks for metrics and labels that exist, in PromQL', ({ expr }) => {
  expect(findFaults(expr)).toEqual([])
})

type Trigger = { metadata: { query: string } }
const queries = WORKLOADS.flatMap((workload) => {
  const { triggers = [] } = toScaling(workload)['spec'] as { triggers?: Trigger[] }
  return triggers.map(({ metadata }) => metadata.query)
})

test.each(queries)('replicas follow %s, which exists, in PromQL', (query) => {
  expect(findFaults(query)).toEqual([])
})

test.each([
  ['sum(refunds > 0', ['at 15: something is missing']],
  ['refund > 0', ['there is no metric refund']],
  ['refunds{status="failed"} > 0', ['refunds has no label status']],
  ['sum by (topics) (consumer_lag_messages) > 0', ['nothing has the label topics']],
  ['alert_latency_seconds > 60', ['there is no metric alert_latency_seconds']],
])('%s is refused', (text, faults) => {
  expect(findFaults(text)).toEqual(faults)
})
