import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { Store } from '../state/store.ts'
import { createSession, expireSession, getSession, newSession, toAnswer } from './checkout-sessions.ts'
import { StripeError } from './errors.ts'
import { API_VERSION } from './events.ts'
import { keepAnswers } from './idempotency.ts'
import { getObject, listObjects, listObjectsOf, newId, toPage } from './objects.ts'
import { expand, listParameters, parseForm, readParameters } from './parameters.ts'
import { withCharge } from './payments.ts'
import { queryOf } from './query.ts'
import { createRefund, newRefund } from './refunds.ts'
import { addSubscriptionRoutes } from './subscription-routes.ts'

type Deps = {
  store: Store
  secretKey: string
  now: () => Date
  /** Where visitors reach the payment page and the customer portal. */
  sandboxUrl: () => string
  onChange: () => void
}

/** Stripe's API, as far as the product uses it. */
export function stripe(deps: Deps): Provider {
  return {
    name: 'stripe',
    prefix: '/v1',
    routes: (app) => addRoutes(app, deps),
    isLookup: ({ method }) => method === 'GET',
    refusal: (status) => ({
      error:
        status === 429
          ? { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' }
          : { type: 'api_error', message: 'An unknown error occurred.' },
    }),
  }
}

const byId = z.object({ id: z.string() })
const shown = z.strictObject({ expand })

function addRoutes(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newId('req')).header('stripe-version', API_VERSION)
    checkKey(request, deps.secretKey)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseForm(String(body))),
  )
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request) => {
    throw new StripeError(`Unrecognized request URL (${request.method}: ${request.url}).`, { status: 404 })
  })
  keepAnswers(app, deps.store)
  addSessionRoutes(app, deps)
  addRefundRoutes(app, deps)
  addSubscriptionRoutes(app, deps)
  addEventRoutes(app, deps)

  app.get('/payment_intents/:id', (request) => {
    const { expand: expanded } = readParameters(shown, queryOf(request))
    const intent = getObject(deps.store, 'payment_intent', byId.parse(request.params).id, 'intent')
    return expanded.includes('latest_charge') ? withCharge(deps.store, intent) : intent
  })
}

const sessionFilter = listParameters.extend({
  payment_intent: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})

function addSessionRoutes(app: FastifyInstance, { store, now, sandboxUrl, onChange }: Deps): void {
  app.post('/checkout/sessions', (request) => {
    const asked = readParameters(newSession, request.body)
    return toAnswer(createSession(store, asked, `${sandboxUrl()}/checkout`, now()), asked.expand)
  })

  app.get('/checkout/sessions', (request) => {
    const { payment_intent: intent, status, ...page } = readParameters(sessionFilter, queryOf(request))
    const sessions = listObjects(store, 'checkout.session')
      .map(({ id }) => getSession(store, id, now()))
      .filter((session) => intent === undefined || session.payment_intent === intent)
      .filter((session) => status === undefined || session.status === status)
    return toPage(
      '/v1/checkout/sessions',
      sessions.map((session) => toAnswer(session)),
      page,
    )
  })

  app.get('/checkout/sessions/:id', (request) => {
    const { expand: expanded } = readParameters(shown, queryOf(request))
    return toAnswer(getSession(store, byId.parse(request.params).id, now()), expanded)
  })

  app.post('/checkout/sessions/:id/expire', (request) => {
    const expired = expireSession(store, byId.parse(request.params).id, now())
    onChange()
    return toAnswer(expired)
  })
}

const refundFilter = listParameters.extend({ payment_intent: z.string().optional() })

function addRefundRoutes(app: FastifyInstance, { store, now, onChange }: Deps): void {
  app.post('/refunds', (request) => {
    const refund = createRefund(store, readParameters(newRefund, request.body), now())
    onChange()
    return refund
  })

  app.get('/refunds', (request) => {
    const { payment_intent: intent, ...page } = readParameters(refundFilter, queryOf(request))
    const refunds =
      intent === undefined ? listObjects(store, 'refund') : listObjectsOf(store, 'refund', intent)
    return toPage('/v1/refunds', refunds, page)
  })

  app.get('/disputes', (request) => {
    const { payment_intent: intent, ...page } = readParameters(refundFilter, queryOf(request))
    const disputes =
      intent === undefined ? listObjects(store, 'dispute') : listObjectsOf(store, 'dispute', intent)
    return toPage('/v1/disputes', disputes, page)
  })

  app.get('/refunds/:id', (request) => getObject(store, 'refund', byId.parse(request.params).id, 'refund'))
}

const eventFilter = listParameters.extend({ types: z.array(z.string()).optional() })

function addEventRoutes(app: FastifyInstance, { store }: Deps): void {
  app.get('/events', (request) => {
    const { types, ...page } = readParameters(eventFilter, queryOf(request))
    const events = listObjects(store, 'event').filter(({ type }) => types?.includes(type) ?? true)
    return toPage('/v1/events', events, page)
  })

  app.get('/events/:id', (request) => getObject(store, 'event', byId.parse(request.params).id, 'event'))
}

function checkKey({ headers: { authorization = '' } }: FastifyRequest, expected: string): void {
  if (authorization === `Bearer ${expected}`) return
  const message = authorization
    ? 'Invalid API Key provided.'
    : 'You did not provide an API key. You need to provide your API key in the Authorization header.'
  throw new StripeError(message, { status: 401 })
}

function sendError(thrown: unknown, _request: FastifyRequest, reply: FastifyReply) {
  if (thrown instanceof StripeError) return reply.code(thrown.status).send(thrown.toBody())
  const { statusCode } = z.looseObject({ statusCode: z.int().optional() }).catch({}).parse(thrown)
  if (statusCode !== undefined && statusCode < 500) {
    return reply.code(400).send(new StripeError('Invalid request.').toBody())
  }
  throw thrown
}
