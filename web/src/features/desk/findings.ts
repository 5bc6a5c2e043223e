import { explainDoubles } from './explain-doubles.ts'
import type { Finding } from './finding.ts'
import { listMessageFindings } from './message-findings.ts'
import { listMoneyFindings } from './money-findings.ts'
import { clockOf } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

/** Answers the visitor's likely questions. Pure: the instant is an argument. */
export function listFindings(visitor: Visitor, now: Date): Finding[] {
  const clock = clockOf(visitor)
  return [
    ...listMoneyFindings(visitor, now, clock),
    ...listMessageFindings(visitor, clock),
    ...explainDoubles(visitor).map((answer) => ({ asked: 'Why two messages?', answer })),
  ]
}
