import { parser } from '@prometheus-io/lezer-promql'

export type Expression = {
  /** Places that the grammar does not understand. */
  faults: string[]
  /** The series that are selected, each with the labels of its matchers. */
  selected: { metric: string; labels: string[] }[]
  /** The labels of `by`, `without`, `on` and `ignoring`. */
  groupedBy: string[]
}

/** Lists the series and labels for which an expression of PromQL asks. */
export function readExpression(text: string): Expression {
  const expression: Expression = { faults: [], selected: [], groupedBy: [] }
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const words = text.slice(from, to)
      if (type.isError) expression.faults.push(`at ${from}: ${words || 'something is missing'}`)
      else if (type.name === 'Identifier') expression.selected.push({ metric: words, labels: [] })
      else if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels')
        expression.groupedBy.push(words)
      else if (type.name === 'LabelName') expression.selected.at(-1)?.labels.push(words)
    },
  })
  return expression
}
