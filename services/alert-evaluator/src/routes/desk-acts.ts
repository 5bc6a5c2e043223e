import { stopAct } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { stopAlerts } from '../use-cases/subscriptions/stop-alerts.ts'

/** Routes for the support desk's acts on alerts. */
export async function deskActRoutes(app: HttpApp, deps: { db: Database; now: () => Date }): Promise<void> {
  app.post(
    '/visitors/stop',
    {
      config: { access: 'support' },
      schema: {
        summary: 'Stop the alerts of an address',
        operationId: 'stopAlerts',
        tags: ['support-desk'],
        success: 'The alerts of all parks of the address are off; its owner may turn them on again.',
        body: stopAct,
        response: { 204: z.null(), ...problems('own-account', 'subscription-not-found') },
      },
    },
    async (request, reply) => {
      const { userId: actorId, email } = accountOf(request)
      if (request.body.email === email)
        throw new AppError('own-account', 'Staff put nothing right of their own account')
      await stopAlerts(deps, actorId, request.body)
      return reply.code(204).send(null)
    },
  )
}
