import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { recordEvent } from './events.ts'
import { getObject, insertObject, listObjects, newId, toPage, toSeconds, updateObject } from './objects.ts'
import { expand, listParameters, readParameters } from './parameters.ts'
import { queryOf } from './query.ts'
import type { Customer, PortalSession } from './shapes.ts'
import {
  cancellation,
  changeSubscription,
  end,
  getSubscription,
  subscriptionChange,
  toSubscription,
} from './subscriptions.ts'
import { StripeError } from './errors.ts'

type Deps = { store: Store; now: () => Date; sandboxUrl: () => string; onChange: () => void }

const byId = z.object({ id: z.string() })
const shown = z.strictObject({ expand })
const subscriptionFilter = listParameters.extend({ customer: z.string().optional() })
const invoiceFilter = listParameters.extend({ subscription: z.string().optional() })
const customerChange = z.strictObject({ email: z.email(), expand })
const newPortalSession = z.strictObject({ customer: z.string(), return_url: z.url().optional() })

/** Subscriptions, their customers and invoices, and the customer portal. */
export function addSubscriptionRoutes(app: FastifyInstance, deps: Deps): void {
  const { store, now, onChange } = deps
  /** A look can renew the subscription, which the product is told. */
  const find = (params: unknown) => {
    const subscription = getSubscription(store, byId.parse(params).id, now())
    onChange()
    return subscription
  }

  app.get('/subscriptions/:id', (request) => {
    const { expand: expanded } = readParameters(shown, queryOf(request))
    return toSubscription(store, find(request.params), expanded)
  })

  app.get('/subscriptions', (request) => {
    const { customer, ...page } = readParameters(subscriptionFilter, queryOf(request))
    const found = listObjects(store, 'subscription')
      .filter((each) => customer === undefined || each.customer === customer)
      .map((each) => toSubscription(store, getSubscription(store, each.id, now())))
    return toPage('/v1/subscriptions', found, page)
  })

  app.post('/subscriptions/:id', (request) => {
    const asked = readParameters(subscriptionChange, request.body)
    const changed = changeSubscription(store, refuseEnded(find(request.params)), asked, now())
    onChange()
    return toSubscription(store, changed, asked.expand)
  })

  app.delete('/subscriptions/:id', (request) => {
    const asked = readParameters(cancellation, { ...Object(queryOf(request)), ...Object(request.body) })
    const ended = end(store, refuseEnded(find(request.params)), now())
    onChange()
    return toSubscription(store, ended, asked.expand)
  })

  app.get('/customers/:id', (request) => getObject(store, 'customer', byId.parse(request.params).id))
  app.post('/customers/:id', (request) => {
    const { expand: _, ...asked } = readParameters(customerChange, request.body)
    const customer = changeCustomer(store, byId.parse(request.params).id, asked, now())
    onChange()
    return customer
  })
  app.get('/invoices/:id', (request) => getObject(store, 'invoice', byId.parse(request.params).id))
  app.get('/invoices', (request) => {
    const { subscription, ...page } = readParameters(invoiceFilter, queryOf(request))
    const found = listObjects(store, 'invoice').filter(
      ({ parent }) => subscription === undefined || parent.subscription_details.subscription === subscription,
    )
    return toPage('/v1/invoices', found, page)
  })

  addPortalRoutes(app, deps)
}

function addPortalRoutes(app: FastifyInstance, { store, now, sandboxUrl }: Deps): void {
  app.post('/billing_portal/sessions', (request) => {
    const asked = readParameters(newPortalSession, request.body)
    getObject(store, 'customer', asked.customer, 'customer')
    const id = newId('bps')
    const session: PortalSession = {
      id,
      object: 'billing_portal.session',
      configuration: 'bpc_sandbox',
      created: toSeconds(now()),
      customer: asked.customer,
      livemode: false,
      return_url: asked.return_url ?? null,
      url: `${sandboxUrl()}/portal/${id}`,
    }
    insertObject(store, session)
    return session
  })
}

function changeCustomer(store: Store, id: string, changes: { email: string }, now: Date): Customer {
  return store.transaction(() => {
    const changed: Customer = { ...getObject(store, 'customer', id), ...changes }
    updateObject(store, changed)
    recordEvent(store, 'customer.updated', changed, now)
    return changed
  })
}

/** A subscription that has ended is still shown, and can be changed no more. */
function refuseEnded<Found extends { id: string; status: string }>(subscription: Found): Found {
  if (subscription.status !== 'canceled') return subscription
  throw new StripeError(`No such subscription: '${subscription.id}'`, {
    status: 404,
    code: 'resource_missing',
    param: 'id',
  })
}
