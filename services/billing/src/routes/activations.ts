import {
  activationConfirmation,
  activationResult,
  confirmedActivation,
  newActivation,
} from '@walkon/contracts/http/billing'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { activateAlerts } from '../use-cases/activate-alerts.ts'
import { confirmOrder } from '../use-cases/confirm-order.ts'
import type { ActivationDeps } from '../use-cases/place-order.ts'
import { PROMO_CODE_PROBLEMS } from '../use-cases/refuse-promo-code.ts'

const placed = {
  202: activationResult,
  ...problems(...PROMO_CODE_PROBLEMS, 'park-not-found', 'date-in-past', 'date-too-far', 'too-many-requests'),
}
const confirmed = {
  200: confirmedActivation,
  ...problems(
    ...PROMO_CODE_PROBLEMS,
    'confirmation-token-invalid',
    'confirmation-token-expired',
    'dates-over',
  ),
}

/** Orders of free alerts, and the confirmation of their address by a mailed link. */
export async function activationRoutes(app: HttpApp, deps: ActivationDeps): Promise<void> {
  app.post(
    '/activations',
    { config: { access: 'optional-caller' }, schema: { body: newActivation, response: placed } },
    async (request, reply) => {
      const { caller, ip: client } = request
      const result = await activateAlerts(deps, request.body, { caller, client })
      return reply.code(202).send(result)
    },
  )

  app.post(
    '/activations/confirm',
    { config: { access: 'public' }, schema: { body: activationConfirmation, response: confirmed } },
    (request) => confirmOrder(deps, request.body.token),
  )
}
