import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { expireSession, getSession } from '../stripe/checkout-sessions.ts'
import { StripeError } from '../stripe/errors.ts'
import { findNewestPayment } from '../stripe/invoices.ts'
import { listObjects } from '../stripe/objects.ts'
import { parseForm } from '../stripe/parameters.ts'
import { OUTCOMES, paySession, SessionClosed } from '../stripe/payments.ts'
import { closeDispute, createRefund, disputeCharge, failRefund } from '../stripe/refunds.ts'
import type { Charge, Refund, Session } from '../stripe/shapes.ts'
import { checkoutPage, successUrlOf } from './checkout-page.ts'
import { ControlProblem } from './problem.ts'

type Deps = { store: Store; now: () => Date; onChange: () => void }

const byId = z.object({ id: z.string() })
const filter = z.strictObject({ email: z.string().optional() })
const payment = z.strictObject({ outcome: z.enum(OUTCOMES).default('paid') })
const refund = z.strictObject({ amountCents: z.int().min(1).optional() })
const objection = z.strictObject({
  status: z.enum(['needs_response', 'warning_needs_response']).default('needs_response'),
})
const verdict = z.strictObject({ outcome: z.enum(['won', 'lost']) })
const shown = z.object({ declined: z.string().optional() })

/** After the Pay button the browser is sent back to the product. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; form-action 'self' https: http:; base-uri 'none'; frame-ancestors 'none'"

/** The acts of visitors at Stripe, of their banks, and of an operator in the Dashboard. */
export function addPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  )
  addVisitorRoutes(app, deps)
  addMoneyBackRoutes(app, deps)
}

const find = (request: FastifyRequest, { store, now }: Deps): Session =>
  refused(() => getSession(store, byId.parse(request.params).id, now()))

function change<Result>(request: FastifyRequest, deps: Deps, make: (session: Session) => Result): Result {
  const session = find(request, deps)
  const result = refused(() => make(session))
  deps.onChange()
  return result
}

function addVisitorRoutes(app: FastifyInstance, deps: Deps): void {
  const { store, now } = deps

  app.get('/checkout/:id', (request, reply) => {
    const isDeclined = shown.parse(request.query).declined !== undefined
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .send(checkoutPage(find(request, deps), { isDeclined }))
  })

  app.get('/payments', (request) => {
    const { email } = filter.parse(request.query)
    const money = { refunds: listObjects(store, 'refund'), charges: listObjects(store, 'charge') }
    return listObjects(store, 'checkout.session')
      .map(({ id }) => getSession(store, id, now()))
      .filter((session) => email === undefined || session.customer_email === email)
      .map((session) => toPayment(session, money))
  })

  app.post('/payments/:id/pay', (request, reply) => {
    const { outcome } = payment.parse(request.body ?? {})
    const before = find(request, deps)
    // A browser that went back shows a button of the past. Its page tells the session's end.
    if (isBrowser(request) && before.status !== 'open') return reply.redirect(pageOf(before), 303)
    const session = change(request, deps, ({ id }) => paySession(store, id, outcome, now()))
    return answer(request, reply, session, outcome === 'declined')
  })

  app.post('/payments/:id/expire', (request) => {
    const session = change(request, deps, ({ id }) => expireSession(store, id, now()))
    return { sessionId: session.id, status: session.status }
  })
}

function addMoneyBackRoutes(app: FastifyInstance, deps: Deps): void {
  const { store, now } = deps

  app.post('/payments/:id/refund', (request) => {
    const { amountCents } = refund.parse(request.body ?? {})
    return change(request, deps, (session) =>
      createRefund(
        store,
        {
          payment_intent: paymentOf(store, session),
          metadata: {},
          expand: [],
          ...(amountCents !== undefined && { amount: amountCents }),
        },
        now(),
      ),
    )
  })

  app.post('/payments/:id/dispute', (request) =>
    change(request, deps, (session) => {
      const { status } = objection.parse(request.body ?? {})
      disputeCharge(store, paymentOf(store, session), now(), status)
      return { sessionId: session.id }
    }),
  )

  app.post('/payments/:id/dispute/close', (request) =>
    change(request, deps, (session) => {
      const { outcome } = verdict.parse(request.body)
      closeDispute(store, paymentOf(store, session), outcome, now())
      return { sessionId: session.id }
    }),
  )

  app.post('/refunds/:id/fail', (request) => {
    const failed = refused(() => failRefund(store, byId.parse(request.params).id, now()))
    deps.onChange()
    return failed
  })
}

/** The payment of a page: of a subscription, its newest month. */
const paymentOf = (store: Store, { payment_intent: intent, subscription }: Session): string =>
  intent ?? (subscription === null ? null : findNewestPayment(store, subscription)) ?? ''

/** Stripe's own refusals and a session that is over, as answers of the control addresses. */
function refused<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof SessionClosed)
      throw new ControlProblem(409, 'session-closed', `The session is ${error.message}.`)
    if (error instanceof StripeError)
      throw new ControlProblem(error.status === 404 ? 404 : 409, error.code ?? 'refused', error.message)
    throw error
  }
}

const isBrowser = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false
const pageOf = ({ id }: Session) => `/sandbox/checkout/${id}`

/** The page's buttons lead back to the product, or to the page with what went wrong; other clients get JSON. */
function answer(request: FastifyRequest, reply: FastifyReply, session: Session, isDeclined: boolean) {
  if (!isBrowser(request)) {
    return { sessionId: session.id, status: session.status, paymentStatus: session.payment_status }
  }
  const next = isDeclined ? `${pageOf(session)}?declined` : successUrlOf(session)
  return reply.redirect(next, 303)
}

function toPayment(session: Session, { charges, refunds }: { charges: Charge[]; refunds: Refund[] }) {
  const { id, mode, status, payment_status: paymentStatus, amount_total: amountCents } = session
  const own = session.payment_intent
  return {
    sessionId: id,
    mode,
    status: paymentStatus === 'paid' ? 'paid' : status,
    amountCents,
    refundedCents: charges
      .filter(({ payment_intent: intent }) => intent === own)
      .reduce((sum, { amount_refunded: cents }) => sum + cents, 0),
    refunds: refunds
      .filter(({ payment_intent: intent }) => intent === own)
      .map(({ id: refundId, amount }) => ({ id: refundId, amountCents: amount })),
    email: session.customer_email,
    createdAt: new Date(session.created * 1_000).toISOString(),
  }
}
