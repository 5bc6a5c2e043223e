import {
  coverView,
  newSubscription,
  subscriptionChange,
  subscriptionList,
  subscriptionView,
  watchChoices,
} from '@walkon/contracts/http/alerts'
import { problems } from '@walkon/contracts/http/problem'
import { callerOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { findCover } from '../db/plans.ts'
import { addPark } from '../use-cases/add-park.ts'
import { changeSubscription } from '../use-cases/change-subscription.ts'
import { listCurrentSubscriptions, type SubscriptionDeps } from '../use-cases/list-subscriptions.ts'

const config = { access: 'caller' } as const
const params = z.object({ id: z.uuid() })
const changed = { 200: subscriptionView, ...problems('subscription-not-found', 'unknown-ride') }

/** A visitor's own alerts: what is active, and which rides are watched. */
export async function subscriptionRoutes(app: HttpApp, deps: SubscriptionDeps): Promise<void> {
  app.get('/subscriptions', { config, schema: { response: { 200: subscriptionList } } }, (request) =>
    listCurrentSubscriptions(deps, callerOf(request).email),
  )

  app.get(
    '/cover',
    {
      config,
      schema: {
        summary: 'Show until when the unlimited plan of the caller covers.',
        operationId: 'getCover',
        tags: ['subscriptions'],
        response: { 200: coverView },
      },
    },
    async (request) => {
      const coveredUntil = await findCover(deps.db, callerOf(request).email)
      return { coveredUntil: coveredUntil?.toISOString() ?? null }
    },
  )

  app.post(
    '/subscriptions',
    {
      config,
      schema: {
        summary: 'Add a park to the unlimited plan of the caller by choosing rides in it.',
        operationId: 'addPark',
        tags: ['subscriptions'],
        body: newSubscription,
        response: { 201: subscriptionView, ...problems('plan-required', 'park-not-found', 'unknown-ride') },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await addPark(deps, callerOf(request).email, request.body)),
  )

  app.patch(
    '/subscriptions/:id',
    { config, schema: { params, body: subscriptionChange, response: changed } },
    (request) => changeSubscription(deps, callerOf(request).email, request.params.id, request.body),
  )

  app.put(
    '/subscriptions/:id/watches',
    { config, schema: { params, body: watchChoices, response: changed } },
    (request) =>
      changeSubscription(deps, callerOf(request).email, request.params.id, { watches: request.body }),
  )
}
