import {
  subscriptionChange,
  subscriptionList,
  subscriptionView,
  watchChoices,
} from '@walkon/contracts/http/alerts'
import { problems } from '@walkon/contracts/http/problem'
import { callerOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { changeSubscription } from '../use-cases/subscriptions/change-subscription.ts'
import {
  listCurrentSubscriptions,
  type SubscriptionDeps,
} from '../use-cases/subscriptions/list-subscriptions.ts'

/** Open for the key of one park too: purchases there, its tab or its number may change. */
const config = { access: 'caller', opensPark: true } as const
const params = z.object({ id: z.uuid() })
const changed = { 200: subscriptionView, ...problems('subscription-not-found', 'unknown-ride') }

/** Routes for a visitor's own alerts: active parks and watched rides. */
export async function subscriptionRoutes(app: HttpApp, deps: SubscriptionDeps): Promise<void> {
  app.get(
    '/subscriptions',
    {
      config,
      schema: {
        summary: 'List the subscriptions of the caller',
        operationId: 'listSubscriptions',
        tags: ['subscriptions'],
        success: 'The subscriptions that have not ended, with their watches.',
        response: { 200: subscriptionList },
      },
    },
    (request) => listCurrentSubscriptions(deps, callerOf(request)),
  )

  app.patch(
    '/subscriptions/:id',
    {
      config,
      schema: {
        summary: 'Stop or resume a subscription, or change its watches',
        operationId: 'changeSubscription',
        tags: ['subscriptions'],
        success: 'The subscription after the change.',
        params,
        body: subscriptionChange,
        response: changed,
      },
    },
    (request) => changeSubscription(deps, callerOf(request), request.params.id, request.body),
  )

  app.put(
    '/subscriptions/:id/watches',
    {
      config,
      schema: {
        summary: 'Replace the watched attractions of a subscription',
        operationId: 'replaceWatches',
        tags: ['subscriptions'],
        success: 'The subscription with its new watches.',
        params,
        body: watchChoices,
        response: changed,
      },
    },
    (request) => changeSubscription(deps, callerOf(request), request.params.id, { watches: request.body }),
  )
}
