import { explainDoubles } from './explain.ts'
import { listMessageFindings } from './message-findings.ts'
import { listMoneyFindings } from './money-findings.ts'
import { clockOf } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

/** A question that this visitor is likely to ask, with its answer from the rows of the time line. */
export type Finding = {
  /** As the visitor says it. */
  asked: string
  answer: string
  /** The act that puts it right, where there is one. */
  actName?: string
}

export function listFindings(visitor: Visitor, now: Date): Finding[] {
  const clock = clockOf(visitor)
  return [
    ...listMoneyFindings(visitor, now, clock),
    ...listMessageFindings(visitor, clock),
    ...explainDoubles(visitor).map((answer) => ({ asked: 'Why two messages?', answer })),
  ]
}
