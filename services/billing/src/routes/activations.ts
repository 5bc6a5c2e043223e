import {
  activationConfirmation,
  activationResult,
  confirmedActivation,
  newActivation,
} from '@walkon/contracts/http/billing'
import { problem } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { activateAlerts } from '../use-cases/activate-alerts.ts'
import { confirmOrder } from '../use-cases/confirm-order.ts'
import type { ActivationDeps } from '../use-cases/place-order.ts'

/** Free alerts, and the link that confirms the address they go to. */
export async function activationRoutes(app: HttpApp, deps: ActivationDeps): Promise<void> {
  app.post(
    '/activations',
    {
      config: { access: 'optional-caller' },
      schema: {
        body: newActivation,
        response: {
          202: activationResult,
          404: problem,
          409: problem,
          410: problem,
          422: problem,
          429: problem,
        },
      },
    },
    async (request, reply) => {
      const { caller, ip: client } = request
      const result = await activateAlerts(deps, request.body, { caller, client })
      return reply.code(202).send(result)
    },
  )

  app.post(
    '/activations/confirm',
    {
      config: { access: 'public' },
      schema: {
        body: activationConfirmation,
        response: { 200: confirmedActivation, 404: problem, 409: problem, 410: problem },
      },
    },
    (request) => confirmOrder(deps, request.body.token),
  )
}
