import { coverView, newSubscription, subscriptionView } from '@walkon/contracts/http/alerts'
import { problems } from '@walkon/contracts/http/problem'
import { callerOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { findCover } from '../db/plans/plans.ts'
import { addPark } from '../use-cases/plans/add-park.ts'
import type { SubscriptionDeps } from '../use-cases/subscriptions/list-subscriptions.ts'

const config = { access: 'caller' } as const

/** Routes for the parks of an unlimited plan, and those that its owner adds. */
export async function planParkRoutes(app: HttpApp, deps: SubscriptionDeps): Promise<void> {
  app.get(
    '/cover',
    {
      config,
      schema: {
        summary: 'Show until when the unlimited plan of the caller covers',
        operationId: 'getCover',
        tags: ['subscriptions'],
        success: 'The end of the cover; null without a plan.',
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
        summary: 'Add a park to the unlimited plan of the caller by choosing rides in it',
        operationId: 'addPark',
        tags: ['subscriptions'],
        success: 'The subscription of the park, switched on, with its watches.',
        body: newSubscription,
        response: { 201: subscriptionView, ...problems('plan-required', 'park-not-found', 'unknown-ride') },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await addPark(deps, callerOf(request).email, request.body)),
  )
}
