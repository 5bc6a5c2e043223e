import { readKnownMetrics } from './known-metrics.ts'
import { readExpression } from './promql.ts'

const known = readKnownMetrics()

/** Lists the faults of an expression: a syntax error, and metrics or labels that the code does not have. */
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
