import {
  activationConfirmation,
  activationResult,
  confirmedActivation,
  linkedActivation,
  newActivation,
} from '@walkon/contracts/http/billing'
import { problem, problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { activateAlerts } from '../use-cases/activate-alerts.ts'
import { confirmOrder, type ConfirmationDeps } from '../use-cases/confirm-order.ts'
import { describeLink } from '../use-cases/describe-link.ts'
import type { ActivationDeps } from '../use-cases/place-order.ts'

/** Free alerts, and the link that confirms the address they go to. */
export async function activationRoutes(app: HttpApp, deps: ActivationDeps & ConfirmationDeps): Promise<void> {
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
    '/activations/link',
    {
      config: { access: 'public' },
      schema: {
        body: activationConfirmation,
        response: {
          200: linkedActivation,
          ...problems('confirmation-token-invalid', 'confirmation-token-expired', 'dates-over'),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return describeLink(deps, request.body.token)
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
