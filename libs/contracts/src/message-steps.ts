/** The steps of one message from the queue to its end, for operators and the support desk alike. */

type Instant = Date | string

/** A message as notifier stores it. */
export type MessageLife = {
  state: string
  attempts: number
  /** A stable code; null if nothing went wrong. */
  reason: string | null
  queuedAt: Instant
  calledAt: Instant | null
  doubtedAt: Instant | null
  acceptedAt: Instant | null
  deliveredAt: Instant | null
  changedAt: Instant
}

export type MessageStep = { at: Date; what: string; detail: string }

const ENDS = new Set(['failed', 'expired', 'suppressed', 'bounced'])

/** Lists the steps that have come, in their order. */
export function stepsOfMessage(message: MessageLife): MessageStep[] {
  const { state, attempts, reason } = message
  const because = reason === null ? '' : `: ${reason}`
  const steps: [at: Instant | null, what: string, detail: string][] = [
    [message.queuedAt, 'queued', ''],
    [message.calledAt, 'sent', `, attempt ${attempts}`],
    [message.doubtedAt, 'in doubt', because],
    [message.acceptedAt, 'accepted', ''],
    [message.deliveredAt, 'delivered', ''],
    [ENDS.has(state) ? message.changedAt : null, state, because],
  ]
  return steps
    .flatMap(([at, what, detail]) => (at === null ? [] : [{ at: new Date(at), what, detail }]))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
