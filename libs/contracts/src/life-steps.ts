/** The steps of a message and of an order, for operators and the support desk alike. */

type Instant = Date | string

/** `of` is the id of the part that took the step. */
export type LifeStep = { at: Date; what: string; of?: string; detail?: string }

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

/** An order as billing stores it, with its payments, passes and refunds. */
export type OrderLife = {
  createdAt: Instant
  fulfilledAt: Instant | null
  payments: { id: string; createdAt: Instant; paidAt: Instant | null }[]
  passes: { id: string; activatedAt: Instant; revokedAt: Instant | null }[]
  guarantees: GuaranteeLife[]
}
type GuaranteeLife = {
  passId: string
  endedAt: Instant | null
  decidedAt: Instant | null
  decision: string | null
  refundState: string | null
  refundAnnouncedAt: Instant | null
}

const ENDS = new Set(['failed', 'expired', 'suppressed', 'bounced'])

/** Lists the steps that have come, in their order. */
export function stepsOfMessage(message: MessageLife): LifeStep[] {
  const { state, attempts, reason } = message
  const because = reason === null ? '' : `: ${reason}`
  return toSteps([
    [message.queuedAt, 'queued'],
    [message.calledAt, 'sent', { detail: `, attempt ${attempts}` }],
    [message.doubtedAt, 'in doubt', { detail: because }],
    [message.acceptedAt, 'accepted'],
    [message.deliveredAt, 'delivered'],
    [ENDS.has(state) ? message.changedAt : null, state, { detail: because }],
  ])
}

/** Lists the steps that have come, in their order. */
export const stepsOfOrder = ({ createdAt, fulfilledAt, payments, passes, guarantees }: OrderLife) =>
  toSteps([
    [createdAt, 'ordered'],
    [fulfilledAt, 'fulfilled'],
    ...payments.flatMap(({ id, ...payment }): Step[] => [
      [payment.createdAt, 'payment begun', { of: id }],
      [payment.paidAt, 'paid', { of: id }],
    ]),
    ...passes.flatMap(({ id, activatedAt, revokedAt }): Step[] => [
      [activatedAt, 'pass activated', { of: id }],
      [revokedAt, 'pass taken back', { of: id }],
    ]),
    ...guarantees.flatMap(stepsOfGuarantee),
  ])

function stepsOfGuarantee(guarantee: GuaranteeLife): Step[] {
  const { passId: of, decision, refundState } = guarantee
  const refund = refundState === null ? '' : `, refund ${refundState}`
  return [
    [guarantee.endedAt, 'pass ended', { of }],
    [guarantee.decidedAt, 'guarantee decided', { detail: `: ${decision}${refund}` }],
    [guarantee.refundAnnouncedAt, 'visitor told of the refund'],
  ]
}

type Step = [at: Instant | null, what: string, more?: Pick<LifeStep, 'of' | 'detail'>]

/** Leaves out the steps that have not come. */
const toSteps = (steps: Step[]): LifeStep[] =>
  steps
    .flatMap(([at, what, more]) => (at === null ? [] : [{ at: new Date(at), what, ...more }]))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
