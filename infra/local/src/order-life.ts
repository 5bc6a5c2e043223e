import type { Sql } from 'postgres'
import { stepsOfOrder } from '@walkon/contracts/life-steps'
import { toLines, toPlainSteps } from './life-steps.ts'
import { listPublications, toUnanswered } from './publication-rows.ts'

/** The steps of an order as billing's tables have them: its payments, its pass and its refunds. No address is read. */

type OrderRow = {
  id: string
  status: string
  createdAt: Date
  fulfilledAt: Date | null
}

type PaymentRow = {
  id: string
  status: string
  amountCents: number
  refundedCents: number
  owedState: string | null
  createdAt: Date
  paidAt: Date | null
}

type PassRow = { id: string; activatedAt: Date; revokedAt: Date | null }

type GuaranteeRow = {
  passId: string
  endedAt: Date
  decidedAt: Date | null
  decision: string | null
  refundState: string | null
  refundAnnouncedAt: Date | null
}

export type OrderLife = {
  lines: string[]
  /** The ids of everything that a letter may be about. */
  ids: string[]
}

/** The life of the order that the id of an order, a payment or a pass leads to; null if it leads to none. */
export async function tellOrderLife(billing: Sql, id: string): Promise<OrderLife | null> {
  const [order] = await billing<OrderRow[]>`
    select id, status, created_at as "createdAt", fulfilled_at as "fulfilledAt" from billing.orders
    where id = ${id} or id in (
      select order_id from billing.checkouts where id = ${id}
      union select order_id from billing.passes where id = ${id})`
  if (!order) return null
  const payments = await billing<PaymentRow[]>`
    select id, status, amount_cents as "amountCents", refunded_cents as "refundedCents", owed_state as "owedState",
      created_at as "createdAt", paid_at as "paidAt"
    from billing.checkouts where order_id = ${order.id}`
  const passes = await billing<PassRow[]>`
    select id, activated_at as "activatedAt", revoked_at as "revokedAt"
    from billing.passes where order_id = ${order.id}`
  const publications = await listPublications(
    billing,
    'published_passes',
    passes.map((pass) => pass.id),
  )
  const published = passes.map((pass) => ({
    ...pass,
    publication: publications.find((one) => one.id === pass.id) ?? null,
  }))
  const guarantees = await billing<GuaranteeRow[]>`
    select g.pass_id as "passId", g.ended_at as "endedAt", g.decided_at as "decidedAt", g.decision,
      g.refund_state as "refundState", g.refund_announced_at as "refundAnnouncedAt"
    from billing.guarantees g join billing.passes p on p.id = g.pass_id where p.order_id = ${order.id}`
  const steps = toPlainSteps(stepsOfOrder({ ...order, payments, passes: published, guarantees }))
  const unanswered = published
    .map(({ publication }) => toUnanswered('published_passes', publication))
    .join('')
  const headings = [`order ${order.id}: ${order.status}${unanswered}`, ...payments.map(toPaymentHeading)]
  return {
    lines: toLines(headings, steps),
    ids: [order.id, ...payments.map((payment) => payment.id), ...passes.map((pass) => pass.id)],
  }
}

const toPaymentHeading = ({ id, status, amountCents, refundedCents, owedState }: PaymentRow): string =>
  `payment ${id}: ${status}, ${amountCents} cents, ${refundedCents} refunded${owedState ? `, to be paid back: ${owedState}` : ''}`
