import {
  activationConfirmation,
  activationResult,
  confirmedActivation,
  newActivation,
} from '@walkon/contracts/http/billing'
import { problem } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { activate, type ActivationDeps } from '../activation.ts'
import { confirm } from '../confirmation.ts'
import type { GuessLimit } from '../guess-limit.ts'

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
      const result = await guessLimit.guard(request.ip, () => activate(deps, request.body))
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
    (request) => confirm(deps, request.body.token),
  )
}
