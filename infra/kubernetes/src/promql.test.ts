import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ALARMS } from './alarms.ts'
import { DASHBOARDS } from './dashboards.ts'
import { toScaling } from './scaling.ts'
import { findFaults } from './testing/promql-faults.ts'
import { readExpression } from './testing/promql.ts'
import { WORKLOADS } from './workloads.ts'

/** Every expression parses as PromQL and asks for metrics that exist. */

type Rules = { spec: { groups: { rules: { alert: string; expr: string }[] }[] } }
const STORES = resolve(import.meta.dirname, '../../../k8s/overlays/production/store-alarms.yaml')
const storeAlarms = (parse(readFileSync(STORES, 'utf8')) as Rules).spec.groups.flatMap(({ rules }) => rules)

test.each([
  ...ALARMS.map(({ name, expr }) => ({ name, expr })),
  ...storeAlarms.map(({ alert, expr }) => ({ name: alert, expr })),
])('the alarm $name asks for metrics and labels that exist, in PromQL', ({ expr }) => {
  expect(findFaults(expr)).toEqual([])
})

const queriesOfPanels = DASHBOARDS.flatMap(({ name, panels }) =>
  panels.flatMap(({ title, queries }) =>
    queries.map(([expr, legend]) => ({ panel: `${name}: ${title}`, expr, legend })),
  ),
)

test.each(queriesOfPanels)(
  '$panel asks for metrics and labels that exist, in PromQL: $expr',
  ({ expr, legend }) => {
    expect(findFaults(expr)).toEqual([])
    // A label that the expression sums away would stay empty.
    const { groupedBy } = readExpression(expr)
    for (const [, label = ''] of legend.matchAll(/\{\{(\w+)\}\}/g)) expect(groupedBy).toContain(label)
  },
)

test('a metric that an alarm watches is on a dashboard', () => {
  const metricsOf = (exprs: string[]) =>
    new Set(exprs.flatMap((expr) => readExpression(expr).selected.map(({ metric }) => metric)))
  const shown = metricsOf(queriesOfPanels.map(({ expr }) => expr))
  expect([...metricsOf(ALARMS.map(({ expr }) => expr))].filter((metric) => !shown.has(metric))).toEqual([])
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
