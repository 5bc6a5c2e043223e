import { readKnownMetrics } from './known-metrics.ts'
import { readExpression } from './promql.ts'

const known = readKnownMetrics()

/** Where an expression is no PromQL, or asks for a metric or a label that nothing has. */
export function findFaults(text: string): string[] {
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
