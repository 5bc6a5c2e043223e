import { explainDoubles } from './explain-doubles.ts'
import { explainUnchosen } from './explain-unchosen.ts'
import type { Finding } from './finding.ts'
import { listMessageFindings } from './message-findings.ts'
import { listMoneyFindings } from './money-findings.ts'
import { clockOf } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

/** Answers the visitor's likely questions. Pure: the instant is an argument. */
export function listFindings(visitor: Visitor, now: Date): Finding[] {
  const clock = clockOf(visitor)
  const unchosen = explainUnchosen(visitor, clock)
  return [
    ...listMoneyFindings(visitor, now, clock),
    ...listMessageFindings(visitor, clock),
    ...(unchosen === null ? [] : [{ asked: 'Why did I get rides I did not choose?', answer: unchosen }]),
    ...explainDoubles(visitor).map((answer) => ({ asked: 'Why two messages?', answer })),
  ]
}
