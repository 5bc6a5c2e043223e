/** How a delivery moves from state to state. Pure: who asks the provider and writes it down is elsewhere. */

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'invalid'

/** What a provider's answer to one message means. `reason` is a stable code without anything personal. */
export type Answer =
  | { kind: 'accepted'; providerId: string }
  /** This message will never go; `suppress` says that its address never will either. */
  | { kind: 'refused'; reason: string; suppress: SuppressionReason | null }
  /** Certainly not sent, and may go later: throttled, or never reached. */
  | { kind: 'retry'; reason: string }
  /** Certainly not sent, and nothing will be until somebody mends our account or settings. */
  | { kind: 'misconfigured'; reason: string }
  /** Nobody knows whether it was sent. */
  | { kind: 'unclear'; reason: string }

/** What is written down about a delivery after an attempt. */
export type Step =
  | { state: 'accepted'; providerId: string }
  | { state: 'failed'; reason: string; suppress: SuppressionReason | null }
  | { state: 'queued'; reason: string; delaySeconds: number }
  | { state: 'unknown'; reason: string; delaySeconds: number }

export type Waits = { retrySeconds: number; lookupSeconds: number }

const LONGEST_RETRY_SECONDS = 30

/** `attemptNo` counts from 1. Waits double with each attempt, so that a provider in trouble is left alone. */
export function toStep(answer: Answer, attemptNo: number, waits: Waits): Step {
  switch (answer.kind) {
    case 'accepted':
      return { state: 'accepted', providerId: answer.providerId }
    case 'refused':
      return { state: 'failed', reason: answer.reason, suppress: answer.suppress }
    case 'retry':
    case 'misconfigured':
      return {
        state: 'queued',
        reason: answer.reason,
        delaySeconds: retryDelaySeconds(attemptNo, waits.retrySeconds),
      }
    case 'unclear':
      return { state: 'unknown', reason: answer.reason, delaySeconds: waits.lookupSeconds }
    default:
      return answer satisfies never
  }
}

function retryDelaySeconds(attemptNo: number, firstSeconds: number): number {
  return Math.min(firstSeconds * 2 ** Math.max(attemptNo - 1, 0), LONGEST_RETRY_SECONDS)
}
