/** The steps of everything that is told or sold, for operators and the support desk alike. */

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
  passes: {
    id: string
    activatedAt: Instant
    /** To alert-evaluator; null once it is taken back. */
    publication?: Publication | null
    revokedAt: Instant | null
  }[]
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

/** That the newest event of a sold thing was published, and when its reader was heard to have it, as billing stores it. */
export type Publication = {
  publishedAt: Instant
  republishedAt: Instant | null
  accountedAt: Instant | null
}

/** A plan as billing stores it, with its paid months. */
export type PlanLife = {
  createdAt: Instant
  payments: { paidAt: Instant }[]
  /** To alert-evaluator; null before the first payment and after the end. */
  publication: Publication | null
  endedAt: Instant | null
}

/** A day of Lightning Lane Assist as billing stores it. */
export type AssistDayLife = {
  createdAt: Instant
  /** To planner; null before the payment and once it is taken back. */
  publication: Publication | null
}

/** A newsletter issue as notifier stores it. */
export type IssueLife = {
  createdAt: Instant
  sentAt: Instant | null
  queuedAt: Instant | null
  /** Its mails by the state of their deliveries, as far as they are kept. */
  outcomes: { state: string; mails: number; lastAt: Instant }[]
}

/** A wish for a table as planner stores it, with the mails about it of the last week. */
export type TableLife = {
  createdAt: Instant
  /** When its days were looked at last. */
  checkedAt: Instant | null
  toldAt: Instant | null
  tellings: { toldAt: Instant }[]
  endedAt: Instant | null
  endedReason: string | null
}

/** A wish for a return time as planner stores it. */
export type ReturnTimeLife = {
  createdAt: Instant
  /** Since when a match waits for the end of the quiet time. */
  heldOpeningAt: Instant | null
  toldAt: Instant | null
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
    ...passes.flatMap(({ id, activatedAt, publication = null, revokedAt }): Step[] => [
      [activatedAt, 'pass activated', { of: id }],
      ...stepsOfPublication(publication, 'alerts are on', { of: id }),
      [revokedAt, 'pass taken back', { of: id }],
    ]),
    ...guarantees.flatMap(stepsOfGuarantee),
  ])

/** Lists the steps that have come, in their order. */
export const stepsOfPlan = ({ createdAt, payments, publication, endedAt }: PlanLife) =>
  toSteps([
    [createdAt, 'payment begun'],
    ...payments.map(({ paidAt }): Step => [paidAt, 'month paid']),
    ...stepsOfPublication(publication, 'alerts are on'),
    [endedAt, 'ended'],
  ])

/** Lists the steps that have come, in their order. */
export const stepsOfAssistDay = ({ createdAt, publication }: AssistDayLife) =>
  toSteps([[createdAt, 'payment begun'], ...stepsOfPublication(publication, 'assist is on')])

function stepsOfPublication(
  publication: Publication | null,
  answer: string,
  more: Pick<LifeStep, 'of'> = {},
): Step[] {
  if (!publication) return []
  return [
    [publication.publishedAt, 'published', more],
    [publication.republishedAt, 'published again: no answer was heard of', more],
    [publication.accountedAt, answer, more],
  ]
}

/** Lists the steps that have come, in their order. */
export const stepsOfIssue = ({ createdAt, sentAt, queuedAt, outcomes }: IssueLife) =>
  toSteps([
    [createdAt, 'written'],
    [sentAt, 'sent off'],
    [queuedAt, 'last mail queued'],
    ...outcomes.map(
      ({ state, mails, lastAt }): Step => [
        lastAt,
        mails === 1 ? `1 mail ${state}` : `last of ${mails} mails ${state}`,
      ],
    ),
  ])

/** Lists the steps that have come, in their order. The last mail stays known after a week too. */
export function stepsOfTable({ createdAt, checkedAt, toldAt, tellings, endedAt, endedReason }: TableLife) {
  const mails = new Set([toldAt, ...tellings.map((telling) => telling.toldAt)].flatMap(toMs))
  return toSteps([
    [createdAt, 'table asked for'],
    ...[...mails].map((at): Step => [new Date(at), 'told of a table']),
    [checkedAt, 'tables checked last'],
    [endedAt, 'ended', { detail: `: ${endedReason}` }],
  ])
}

const toMs = (at: Instant | null): number[] => (at === null ? [] : [new Date(at).getTime()])

/** Lists the steps that have come, in their order. */
export const stepsOfReturnTime = ({ createdAt, heldOpeningAt, toldAt }: ReturnTimeLife) =>
  toSteps([
    [createdAt, 'return time asked for'],
    [heldOpeningAt, 'held for the quiet time'],
    [toldAt, 'told of a return time'],
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
