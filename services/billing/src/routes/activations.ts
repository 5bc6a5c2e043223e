import {
  activationConfirmation,
  activationResult,
  confirmedActivation,
  newActivation,
} from '@walkon/contracts/http/billing'
import { problem } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { activateAlerts, type ActivationDeps } from '../use-cases/activate-alerts.ts'
import { confirmOrder } from '../use-cases/confirm-order.ts'
import type { GuessLimit } from '../use-cases/limit-promo-guesses.ts'

export type ActivationRouteDeps = ActivationDeps & { guessLimit: GuessLimit }

/** Free alerts, and the link that confirms the address they go to. */
export async function activationRoutes(
  app: HttpApp,
  { guessLimit, ...deps }: ActivationRouteDeps,
): Promise<void> {
  app.post(
    '/activations',
    {
      config: { access: 'public' },
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
      const result = await guessLimit.guard(request.ip, () => activateAlerts(deps, request.body))
      return reply.code(202).send(result)
    },
  )

  app.post(
    '/activations/confirm',
    {
      config: { access: 'public' },
      schema: {
        body: activationConfirmation,
        response: { 200: confirmedActivation, 404: problem, 410: problem },
      },
    },
    (request) => confirmOrder(deps, request.body.token),
  )
}
