import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { StripeError } from '../stripe/errors.ts'
import { getObject, listObjects, toSeconds } from '../stripe/objects.ts'
import { parseForm } from '../stripe/parameters.ts'
import type { Subscription } from '../stripe/shapes.ts'
import {
  changeCard,
  changeSubscription,
  end,
  getSubscription,
  isCancelling,
  periodOf,
  renew,
} from '../stripe/subscriptions.ts'
import { portalPage } from './portal-page.ts'
import { ControlProblem } from './problem.ts'

type Deps = { store: Store; now: () => Date; onChange: () => void }

const byId = z.object({ id: z.string() })
const filter = z.strictObject({ email: z.string().optional() })
/** The page's buttons say from which portal they come. */
const pressed = z.object({ portal: z.string().optional() })
const card = pressed.extend({ outcome: z.enum(['paid', 'declined']).default('paid') })

/** The page's link leads back to the product. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The customer portal, and what only time or a bank does to a subscription. */
export function addPortalRoutes(app: FastifyInstance, deps: Deps): void {
  const { store, now } = deps
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  )

  app.get('/portal/:id', (request, reply) => {
    const session = refused(() => getObject(store, 'billing_portal.session', byId.parse(request.params).id))
    const subscriptions = listObjects(store, 'subscription')
      .filter(({ customer }) => customer === session.customer)
      .map(({ id }) => getSubscription(store, id, now()))
    deps.onChange()
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .send(portalPage(session, subscriptions))
  })

  app.get('/subscriptions', (request) => {
    const { email } = filter.parse(request.query)
    return listObjects(store, 'subscription')
      .map(({ id }) => getSubscription(store, id, now()))
      .map((subscription) => toView(store, subscription))
      .filter((view) => email === undefined || view.email === email)
  })

  addChanges(app, deps)
}

function addChanges(app: FastifyInstance, deps: Deps): void {
  const { store, now } = deps
  /** Flexible billing mode: the portal names the instant, and leaves `cancel_at_period_end` false. */
  const cancelAt = (at: (subscription: Subscription) => number | '') => (subscription: Subscription) =>
    changeSubscription(store, subscription, { cancel_at: at(subscription), expand: [] }, now())

  const change = (path: string, make: (subscription: Subscription, body: unknown) => Subscription) =>
    app.post(`/subscriptions/:id/${path}`, (request, reply) => {
      const changed = refused(() => {
        const subscription = getSubscription(store, byId.parse(request.params).id, now())
        if (subscription.status === 'canceled')
          throw new ControlProblem(409, 'subscription-ended', 'The subscription has ended.')
        return make(subscription, request.body ?? {})
      })
      deps.onChange()
      return answer(request, reply, toView(store, changed))
    })

  change(
    'cancel',
    cancelAt((subscription) => periodOf(subscription).current_period_end),
  )
  change(
    'resume',
    cancelAt(() => ''),
  )
  change('end', (subscription) => end(store, subscription, now()))
  change('card', (subscription, body) =>
    changeCard(store, subscription, card.parse(body).outcome === 'declined', now()),
  )
  change('advance', (subscription) => renew(store, subscription, toSeconds(now()), now()))
}

function toView(store: Store, subscription: Subscription) {
  const { id, status } = subscription
  const invoices = listObjects(store, 'invoice').filter(
    ({ parent }) => parent.subscription_details.subscription === id,
  )
  return {
    subscriptionId: id,
    status,
    cancelAtPeriodEnd: isCancelling(subscription),
    currentPeriodEnd: new Date(periodOf(subscription).current_period_end * 1_000).toISOString(),
    email: getObject(store, 'customer', subscription.customer).email,
    invoices: invoices.map((invoice) => ({
      id: invoice.id,
      status: invoice.status,
      amountCents: invoice.amount_due,
    })),
  }
}

function refused<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    throw new ControlProblem(error.status === 404 ? 404 : 409, error.code ?? 'refused', error.message)
  }
}

/** The page's buttons lead back to the page; other clients get JSON. */
function answer(request: FastifyRequest, reply: FastifyReply, view: object) {
  const { portal } = pressed.parse(request.body ?? {})
  if (portal === undefined || !request.headers.accept?.includes('text/html')) return view
  return reply.redirect(`/sandbox/portal/${encodeURIComponent(portal)}`, 303)
}
