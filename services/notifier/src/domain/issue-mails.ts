import type { IssueView } from '@walkon/contracts/http/newsletter-issues'
import type { DeliveryState } from '@walkon/contracts/http/notifications'

type IssueMails = IssueView['mails']

/** Each state of a delivery as the list of issues counts it. A delivered mail was sent too. */
const COUNTED: Record<DeliveryState, (keyof IssueMails)[]> = {
  queued: ['waiting'],
  sending: ['waiting'],
  unknown: ['waiting'],
  accepted: ['sent'],
  delivered: ['sent', 'delivered'],
  bounced: ['failed'],
  failed: ['failed'],
  expired: ['failed'],
  suppressed: ['failed'],
}

/** Counts an issue's mails by outcome. */
export function toIssueMails(outcomes: { state: DeliveryState; mails: number }[]): IssueMails {
  const counts: IssueMails = { waiting: 0, sent: 0, delivered: 0, failed: 0 }
  for (const { state, mails } of outcomes) for (const name of COUNTED[state]) counts[name] += mails
  return counts
}
